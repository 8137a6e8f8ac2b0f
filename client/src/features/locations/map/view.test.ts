import { project } from "./mercator";
import { clustersIn, contains, heightOf, isWorld, viewOf, viewOfCountry, worldView, zoomed } from "./view";

const zurich = { point: project({ latitude: 47.37, longitude: 8.54 }) };
const zug = { point: project({ latitude: 47.17, longitude: 8.52 }) };
const nagoya = { point: project({ latitude: 35.17, longitude: 136.9 }) };
const points = [zurich.point, zug.point, nagoya.point];

test("a country fills its view, with its own offices", () => {
  const japan = viewOfCountry("JP", points);
  if (!japan) throw new Error("no view");
  expect(contains(japan, nagoya.point)).toBe(true);
  expect(contains(japan, zurich.point)).toBe(false);
  expect(japan.width).toBeLessThan(worldView.width / 5);
});

test("a country without an office shows the nearest one, and an unknown one is not on the map", () => {
  const iceland = viewOfCountry("IS", points);
  if (!iceland) throw new Error("no view");
  expect(contains(iceland, zurich.point)).toBe(true);
  expect(contains(iceland, nagoya.point)).toBe(false);
  expect(viewOfCountry("XX", points)).toBeUndefined();
  expect(viewOfCountry(undefined, points)).toBeUndefined();
});

test("no view shows more than the world, however far it is zoomed", () => {
  let view = viewOf([zurich.point]);
  for (let i = 0; i < 10; i++) view = zoomed(view, 2, zurich.point);
  expect(view).toEqual(worldView);
  expect(isWorld(view)).toBe(true);
  const poles = viewOf([project({ latitude: 90, longitude: -180 }), project({ latitude: -90, longitude: 180 })]);
  expect(poles).toEqual(worldView);
});

test("a view zoomed towards a point shows it", () => {
  let view = worldView;
  for (let i = 0; i < 10; i++) view = zoomed(view, 0.5, nagoya.point);
  expect(contains(view, nagoya.point)).toBe(true);
  expect(heightOf(view)).toBeLessThan(100);
});

test("places that are close to each other are one cluster until the view is enlarged", () => {
  const places = [zurich, zug, nagoya];
  expect(clustersIn(worldView, places, 0.03).map((cluster) => cluster.places)).toEqual([[zurich, zug], [nagoya]]);
  expect(clustersIn(viewOf([zurich.point, zug.point]), places, 0.03).map((c) => c.places)).toEqual([[zurich], [zug]]);
});
