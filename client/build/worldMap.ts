/**
 * Draws the map of the offices from the countries of Natural Earth (package world-atlas, public domain):
 * `node client/build/worldMap.ts` writes the outlines and the extents of the countries into the client.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { feature, mergeArcs, mesh } from "topojson-client";
import { filter, filterWeight, presimplify, simplify, sphericalTriangleArea } from "topojson-simplify";
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from "topojson-specification";
import { project } from "../src/features/locations/map/mercator.ts";

type World = Topology<{ countries: GeometryCollection }>;
type Line = readonly (readonly number[])[];
type Box = readonly [x: number, y: number, width: number, height: number];

/** Corners of triangles below this area, in steradians, are left out: the file must stay small. */
const detail = 3.2e-6;
/** Islands below this area are left out. */
const island = 1.2e-5;
/** How far from its largest part a part of a country may be, in degrees: overseas territories are not in its extent. */
const reach = 4;
const antarctica = "010";

const readJson = (file: string): unknown => JSON.parse(readFileSync(`node_modules/${file}`, "utf8"));

const readWorld = () => readJson("world-atlas/countries-50m.json") as World;

function simplifiedWorld(): World {
  const world = readWorld();
  world.objects.countries.geometries = world.objects.countries.geometries.filter(({ id }) => id !== antarctica);
  const weighted = presimplify(world, sphericalTriangleArea);
  return filter(simplify(weighted, detail), filterWeight(weighted, island)) as World;
}

/** A line without jumps from one edge of the map to the other: at the 180th meridian, it goes on beyond the edge. */
function unwrapped(line: Line): Line {
  let turns = 0;
  return line.map(([longitude = 0, latitude = 0], i) => {
    const step = longitude - (line[i - 1]?.[0] ?? longitude);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [longitude + turns * 360, latitude];
  });
}

/** A ring as often as a part of it is on the map: what is beyond an edge is at the other one. */
function ringsOf(ring: Line): Line[] {
  const line = unwrapped(ring);
  const { west, east } = extentOf(line);
  return [0, 360, -360]
    .filter((shift) => west + shift < 180 && east + shift > -180)
    .map((shift) => line.map(([longitude = 0, latitude = 0]) => [longitude + shift, latitude]));
}

/** A line as relative steps in whole units. */
function pathOf(line: Line, isClosed: boolean): string {
  const points = line.map(([longitude = 0, latitude = 0]) => project({ latitude, longitude }));
  let from = { x: 0, y: 0 };
  const steps: string[] = [];
  for (const point of points) {
    const to = { x: Math.round(point.x), y: Math.round(point.y) };
    if (steps.length > 0 && to.x === from.x && to.y === from.y) continue;
    steps.push(`${to.x - from.x} ${to.y - from.y}`);
    from = to;
  }
  if (steps.length < 2) return "";
  const [start, ...rest] = steps;
  return `M${start}l${rest.join(" ")}${isClosed ? "z" : ""}`.replace(/ -/g, "-");
}

const outlines = (polygons: readonly (readonly Line[])[]) =>
  polygons
    .flat()
    .flatMap(ringsOf)
    .map((ring) => pathOf(ring, true))
    .join("");

/** The extent of a line, in degrees. */
function extentOf(line: Line) {
  const longitudes = line.map(([longitude = 0]) => longitude);
  const latitudes = line.map(([, latitude = 0]) => latitude);
  return {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  };
}

type Extent = ReturnType<typeof extentOf>;

const areaOf = ({ west, east, south, north }: Extent) => (east - west) * (north - south);

/** The extent of the main part of a country, as a box of the map. */
function boxOf(polygons: readonly (readonly Line[])[]): Box {
  const parts = polygons.flatMap(([outline]) => (outline ? [extentOf(unwrapped(outline))] : []));
  parts.sort((a, b) => areaOf(b) - areaOf(a));
  const [main] = parts;
  if (!main) throw new Error("a country without outline");
  const near = parts.filter(
    ({ west, east, south, north }) =>
      west < main.east + reach && east > main.west - reach && south < main.north + reach && north > main.south - reach,
  );
  const topLeft = project({
    longitude: Math.min(...near.map(({ west }) => west)),
    latitude: Math.max(...near.map(({ north }) => north)),
  });
  const bottomRight = project({
    longitude: Math.max(...near.map(({ east }) => east)),
    latitude: Math.min(...near.map(({ south }) => south)),
  });
  const [x, y] = [Math.round(topLeft.x), Math.round(topLeft.y)];
  return [x, y, Math.round(bottomRight.x) - x, Math.round(bottomRight.y) - y];
}

/** The files of the map by their names: the paths `land` and `borders`, and the extents of the countries by code. */
export function drawWorldMap(): Record<"world.svg" | "countryBoxes.json", string> {
  const world = simplifiedWorld();
  const { countries } = world.objects;
  const shapes = countries.geometries as (Polygon | MultiPolygon)[];
  const land = mergeArcs(world, shapes);
  const merged = feature(world, land).geometry;
  const borders = mesh(world, countries, (a, b) => a !== b);
  const borderPaths = borders.coordinates.map((line) => pathOf(line, false));
  const { x: width } = project({ longitude: 180, latitude: 0 });
  const { y: top } = project({ longitude: 0, latitude: 84 });
  const { y: bottom } = project({ longitude: 0, latitude: -58 });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${Math.round(top)} ${width} ${Math.round(bottom - top)}">` +
    `<path id="land" vector-effect="non-scaling-stroke" d="${outlines(merged.coordinates)}"/>` +
    `<path id="borders" fill="none" vector-effect="non-scaling-stroke" d="${borderPaths.join("")}"/></svg>\n`;
  const countryCodes = readJson("i18n-iso-countries/codes.json") as [string, string, string][];
  const codes = new Map(countryCodes.map(([code, , number]) => [number, code]));
  const boxes: Record<string, Box> = {};
  // The extents are those of the whole countries: small islands belong to them.
  const whole = readWorld();
  for (const { geometry, id } of feature(whole, whole.objects.countries).features) {
    const code = codes.get(String(id));
    if (!code || (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon")) continue;
    boxes[code] = boxOf(geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates);
  }
  const lines = Object.entries(boxes)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([code, box]) => `  "${code}": [${box.join(", ")}]`);
  return { "world.svg": svg, "countryBoxes.json": `{\n${lines.join(",\n")}\n}\n` };
}

if (process.argv[1]?.endsWith("worldMap.ts")) {
  for (const [name, text] of Object.entries(drawWorldMap()))
    writeFileSync(`client/src/features/locations/map/${name}`, text);
}
