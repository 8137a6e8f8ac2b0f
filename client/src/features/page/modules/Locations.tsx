import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { LocationsModuleFragment } from "~/graph/generated/graphql";
import { Section } from "~/ui/section/Section";

export interface LocationsModuleProps {
  module: LocationsModuleFragment;
  /** The locations that the URL selects; null while they are unavailable. */
  children: ReactNode;
}

/** The locations of the group. */
export function LocationsModule({ module: m, children }: LocationsModuleProps) {
  const { formatMessage } = useIntl();
  return (
    <Section id={m.id} title={m.title ?? formatMessage({ id: "locations.title" })}>
      {children ?? <p>{formatMessage({ id: "locations.unavailable" })}</p>}
    </Section>
  );
}
