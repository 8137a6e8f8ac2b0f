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

/** Shares of the width of a view: the distance of places that are shown apart, and the size of their names. */
const apart = 0.035;
const letters = 0.0175;

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
  const clusters = clustersIn(view, places, apart);
  const sides = labelSides(view, clusters);
  const size = view.width * letters;
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
        viewBox={`${view.x} ${view.y} ${view.width} ${heightOf(view)}`}
        role="group"
        aria-label={formatMessage({ id: "locations.map" })}
        tabIndex={-1}
      >
        <use className={styles.land} href={`${world}#land`} />
        <use className={styles.borders} href={`${world}#borders`} />
        {clusters.map((cluster) => {
          const { point, places: near } = cluster;
          const [first] = near;
          if (!first) return null;
          const side = sides.get(cluster);
          const canOpen = near.length > 1 && near.some((place) => !isTogether(first, place));
          return (
            <a
              key={first.id}
              className={styles.place}
              href={`#location-${first.slug}`}
              aria-label={formatList(near.map(nameOf), { type: "unit" })}
              onClick={(event) => {
                if (!canOpen || !isPlainClick(event)) return;
                event.preventDefault();
                show(near);
              }}
            >
              <title>{formatList(near.map(nameOf), { type: "unit" })}</title>
              {/* Dots of the same size in each view: lines without length. */}
              <path className={styles.target} d={`M${point.x} ${point.y}h.001`} />
              <path className={near.length > 1 ? styles.several : styles.dot} d={`M${point.x} ${point.y}h.001`} />
              {side && (
                <text
                  className={styles.name}
                  x={point.x + side * size}
                  y={point.y + size * 0.35}
                  fontSize={size}
                  strokeWidth={size * 0.2}
                  textAnchor={side > 0 ? "start" : "end"}
                >
                  {labelOf(cluster)}
                </text>
              )}
            </a>
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

/** Whether two places are one dot in every view. */
function isTogether(a: Place, b: Place): boolean {
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
function labelSides(view: View, clusters: readonly Cluster<Place>[]): Map<Cluster<Place>, 1 | -1> {
  const size = view.width * letters;
  const around = ({ x, y }: Point, left: number, right: number): Box => ({
    left: x - left,
    right: x + right,
    top: y - size * 0.6,
    bottom: y + size * 0.6,
  });
  const taken = clusters.map(({ point }) => around(point, size * 0.6, size * 0.6));
  const sides = new Map<Cluster<Place>, 1 | -1>();
  clusters.forEach((cluster, i) => {
    const width = size * (1.2 + labelOf(cluster).length * 0.6);
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
