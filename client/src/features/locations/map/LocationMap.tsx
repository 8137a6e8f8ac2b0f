import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { LocationOverviewFragment } from "~/graph/generated/graphql";
import { isPlainClick } from "~/lib/interaction/isPlainClick";
import { Button } from "~/ui/button/Button";
import { GlobeIcon, MinusIcon, PlusIcon } from "~/ui/icon/iconSet";
import styles from "./LocationMap.module.css";
import { type Point, project } from "./mercator";
import {
  type Cluster,
  clustersIn,
  contains,
  heightOf,
  isClosest,
  isWorld,
  minCountryWidth,
  type View,
  viewOf,
  viewOfCountry,
  worldView,
  zoomed,
} from "./view";
import world from "./world.svg";

type Place = Pick<LocationOverviewFragment["locations"][number], "id" | "slug" | "name" | "town"> & { point: Point };

/** How the map is drawn in its container, which a stylesheet chooses by its width. */
interface Drawing {
  className: string | undefined;
  /** Shares of the width of a view: the distance of places that are shown apart, and the size of their names. */
  apart: number;
  letters?: number;
}

/** A dot has 24 pixels, a map at least 280, and one with names 640. */
const drawings: readonly Drawing[] = [
  { className: styles.narrow, apart: 0.086 },
  { className: styles.wide, apart: 0.04, letters: 0.02 },
];

export interface LocationMapProps {
  locations: LocationOverviewFragment["locations"];
  /** The country of the locale. */
  country: string | undefined;
  /** The locations are a selection, which the map shows instead of the visitor's country. */
  isFiltered: boolean;
}

/** The locations with coordinates on a map (LCN-8). Each one links to its entry in the list, which has all of them. */
export function LocationMap({ locations, country, isFiltered }: LocationMapProps) {
  const places = locations.flatMap(({ coordinates, ...location }) =>
    coordinates ? [{ ...location, point: project(coordinates) }] : [],
  );
  if (places.length === 0) return null;
  const points = places.map(({ point }) => point);
  const home = isFiltered ? viewOf(points, minCountryWidth) : (viewOfCountry(country, points) ?? worldView);
  // Another selection begins with its own view.
  return <WorldMap key={`${home.x} ${home.y} ${home.width}`} places={places} home={home} />;
}

function WorldMap({ places, home }: { places: readonly Place[]; home: View }) {
  const { formatList, formatMessage } = useIntl();
  const map = useRef<SVGSVGElement>(null);
  const [view, setView] = useState(home);
  const center = { x: home.x + home.width / 2, y: home.y + heightOf(home) / 2 };
  const nameOf = ({ name, town }: Place) => (town ? `${name}, ${town}` : name);
  const show = (places: readonly Place[]) => {
    setView(viewOf(places.map(({ point }) => point)));
    // The link with the focus is not in the new view.
    map.current?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.map}>
      <svg
        ref={map}
        className={styles.world}
        role="group"
        aria-label={formatMessage({ id: "locations.map" })}
        tabIndex={-1}
      >
        <svg viewBox={`${view.x} ${view.y} ${view.width} ${heightOf(view)}`}>
          <use className={styles.land} href={`${world}#land`} />
          <use className={styles.borders} href={`${world}#borders`} />
        </svg>
        {drawings.map(({ className, apart, letters }) => {
          const clusters = clustersIn(view, places, apart);
          const sides = letters ? labelSides(view, clusters, view.width * letters) : undefined;
          return (
            <g key={apart} className={className}>
              {clusters.map((cluster) => (
                <Dot
                  key={cluster.places[0]?.id}
                  view={view}
                  cluster={cluster}
                  name={formatList(cluster.places.map(nameOf), { type: "unit" })}
                  side={sides?.get(cluster)}
                  onOpen={
                    cluster.places.some((place) => !isTogether(cluster.places[0], place, apart)) ? show : undefined
                  }
                />
              ))}
            </g>
          );
        })}
      </svg>
      <div className={styles.controls}>
        <Button
          variant="secondary"
          size="small"
          icon={<PlusIcon size={16} />}
          aria-label={formatMessage({ id: "gallery.zoomIn" })}
          disabled={isClosest(view)}
          onClick={() => setView(zoomed(view, 0.5, center))}
        />
        <Button
          variant="secondary"
          size="small"
          icon={<MinusIcon size={16} />}
          aria-label={formatMessage({ id: "gallery.zoomOut" })}
          disabled={isWorld(view)}
          onClick={() => setView(zoomed(view, 2, center))}
        />
        <Button
          variant="secondary"
          size="small"
          icon={<GlobeIcon size={16} />}
          disabled={isWorld(view)}
          onClick={() => setView(worldView)}
        >
          {formatMessage({ id: "locations.world" })}
        </Button>
      </div>
    </div>
  );
}

interface DotProps {
  view: View;
  cluster: Cluster<Place>;
  /** The names of the places. */
  name: string;
  /** Where the name of the place is drawn; undefined without room for it. */
  side: 1 | -1 | undefined;
  /** Shows the places apart; undefined if no view does. */
  onOpen: ((places: readonly Place[]) => void) | undefined;
}

/** The dot of a place, or one with the number of several places. It has the same size in each view. */
function Dot({ view, cluster, name, side, onOpen }: DotProps) {
  const { point, places } = cluster;
  const share = (value: number, from: number, all: number) => `${((100 * (value - from)) / all).toFixed(2)}%`;
  const at = { x: share(point.x, view.x, view.width), y: share(point.y, view.y, heightOf(view)), width: 1, height: 1 };
  const isOfSeveral = places.length > 1;
  return (
    <>
      <a
        className={styles.place}
        href={`#location-${places[0]?.slug}`}
        aria-label={name}
        onClick={(event) => {
          if (!onOpen || !isPlainClick(event)) return;
          event.preventDefault();
          onOpen(places);
        }}
      >
        <title>{name}</title>
        <svg className={styles.mark} {...at}>
          <circle className={styles.target} r={12} />
          <circle className={isOfSeveral ? styles.several : styles.dot} r={isOfSeveral ? 12 : 5} />
          {side && (
            <text className={styles.name} x={side * 16} dy="0.35em" textAnchor={side > 0 ? "start" : "end"}>
              {labelOf(cluster)}
            </text>
          )}
        </svg>
      </a>
      {/* The name of a link contains its visible text: the number is not a part of it. */}
      {isOfSeveral && (
        <svg className={styles.mark} {...at} aria-hidden>
          <text className={styles.count} dy="0.35em">
            {places.length}
          </text>
        </svg>
      )}
    </>
  );
}

/** Whether two places are one dot in every view. */
function isTogether(a: Place | undefined, b: Place, apart: number): boolean {
  if (!a) return true;
  const closest = viewOf([a.point, b.point]);
  return clustersIn(closest, [a, b], apart).length === 1 && contains(closest, b.point);
}

/** The name beside a dot; that of several places is the first one's. */
const labelOf = ({ places: [first] }: Cluster<Place>) => first?.town ?? first?.name ?? "";

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The clusters with room for their names: at their right (1), else at their left (-1). */
function labelSides(view: View, clusters: readonly Cluster<Place>[], size: number): Map<Cluster<Place>, 1 | -1> {
  const around = ({ x, y }: Point, left: number, right: number): Box => ({
    left: x - left,
    right: x + right,
    top: y - size * 0.9,
    bottom: y + size * 0.9,
  });
  const taken = clusters.map(({ point }) => around(point, size, size));
  const sides = new Map<Cluster<Place>, 1 | -1>();
  clusters.forEach((cluster, i) => {
    const width = size * (1.4 + labelOf(cluster).length * 0.6);
    for (const side of [1, -1] as const) {
      const box = around(cluster.point, side < 0 ? width : 0, side > 0 ? width : 0);
      const isInside = box.left >= view.x && box.right <= view.x + view.width;
      if (!isInside || taken.some((other, j) => j !== i && meet(box, other))) continue;
      taken.push(box);
      sides.set(cluster, side);
      return;
    }
  });
  return sides;
}
