import countryBoxes from "./countryBoxes.json";
import { type Point, project } from "./mercator";

/** A part of the map; its height follows from the ratio of the map. */
export interface View {
  x: number;
  y: number;
  width: number;
}

/** Width by height of the map. */
const ratio = 16 / 9;

/** The inhabited world. */
export const worldView: View = { x: 0, y: -2640, width: project({ latitude: 0, longitude: 180 }).x };

/** The smallest width of a view: about 5 degrees. The outlines are not more precise. */
const minWidth = 100;
/** The smallest width of a view that is chosen for a country: a small one is shown with its neighbours. */
export const minCountryWidth = 420;

export const heightOf = ({ width }: View) => width / ratio;

const centerOf = (view: View): Point => ({ x: view.x + view.width / 2, y: view.y + heightOf(view) / 2 });

export function contains(view: View, { x, y }: Point): boolean {
  return x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + heightOf(view);
}

/** The view with a center and a width, moved so that it shows nothing beyond the world. */
function viewAround({ x, y }: Point, wanted: number): View {
  const width = Math.max(minWidth, Math.min(wanted, worldView.width));
  const within = (value: number, from: number, all: number, part: number) =>
    Math.round(Math.max(from, Math.min(value - part / 2, from + all - part)));
  return {
    x: within(x, worldView.x, worldView.width, width),
    y: within(y, worldView.y, heightOf(worldView), heightOf({ ...worldView, width })),
    width: Math.round(width),
  };
}

/** The view that shows points with a margin. */
export function viewOf(points: readonly Point[], least = minWidth): View {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.max(right - left, (bottom - top) * ratio) * 1.4;
  return viewAround({ x: (left + right) / 2, y: (top + bottom) / 2 }, Math.max(width, least));
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The view of a country, with the nearest of the points if none is in it; undefined without a country and for one that
 * is not on the map.
 */
export function viewOfCountry(country: string | undefined, points: readonly Point[]): View | undefined {
  const box = (countryBoxes as unknown as Record<string, [number, number, number, number] | undefined>)[country ?? ""];
  if (!box) return undefined;
  const [x, y, width, height] = box;
  const corners = [
    { x, y },
    { x: x + width, y: y + height },
  ];
  const view = viewOf(corners, minCountryWidth);
  if (points.length === 0 || points.some((point) => contains(view, point))) return view;
  const center = centerOf(view);
  const nearest = points.reduce((best, point) => (distance(point, center) < distance(best, center) ? point : best));
  return viewOf([...corners, nearest], minCountryWidth);
}

/** Enlarges or reduces a view, towards a point if it is in the view. */
export function zoomed(view: View, factor: number, towards: Point): View {
  return viewAround(contains(view, towards) && factor < 1 ? towards : centerOf(view), view.width * factor);
}

/** Whether a view cannot be enlarged any more. */
export const isClosest = ({ width }: View) => width <= minWidth;

export const isWorld = ({ width }: View) => width >= worldView.width;

/** Places of the map that are too close to each other in a view to be shown apart. */
export interface Cluster<Place> {
  point: Point;
  places: readonly Place[];
}

/** Groups the places in a view, in their order. */
export function clustersIn<Place extends { point: Point }>(
  view: View,
  places: readonly Place[],
  share: number,
): Cluster<Place>[] {
  const clusters: { point: Point; places: Place[] }[] = [];
  for (const place of places) {
    if (!contains(view, place.point)) continue;
    const near = clusters.find(({ point }) => distance(point, place.point) < view.width * share);
    if (near) near.places.push(place);
    else clusters.push({ point: place.point, places: [place] });
  }
  return clusters;
}
