import { useIntl } from "react-intl";
import type { LocationOverviewFragment, LocationsModuleFragment } from "~/graph/generated/graphql";
import { lazy } from "~/ui/lazy/lazy";
import { Section } from "~/ui/section/Section";

export const locationList = lazy(
  "src/features/locations/LocationList.tsx",
  () => import("~/features/locations/LocationList"),
);

export interface LocationsModuleProps {
  module: LocationsModuleFragment;
  /** What the address selects; null while it cannot be read. */
  overview: LocationOverviewFragment | null | undefined;
}

/** Where the group can be reached. Few pages list it: what shows it is fetched when it is needed. */
export function LocationsModule({ module: m, overview }: LocationsModuleProps) {
  const { formatMessage } = useIntl();
  return (
    <Section id={m.id} title={m.title ?? formatMessage({ id: "locations.title" })}>
      {overview ? <List overview={overview} /> : <p>{formatMessage({ id: "locations.unavailable" })}</p>}
    </Section>
  );
}

function List(props: { overview: LocationOverviewFragment }) {
  const { LocationList } = locationList.use();
  return <LocationList {...props} />;
}
