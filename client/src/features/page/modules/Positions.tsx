import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { PositionsModuleFragment } from "~/graph/generated/graphql";
import { Section } from "~/ui/section/Section";

export interface PositionsModuleProps {
  module: PositionsModuleFragment;
  /** The positions that the URL selects; null while they are unavailable. */
  children: ReactNode;
}

/** The open positions of the site. */
export function PositionsModule({ module: m, children }: PositionsModuleProps) {
  const { formatMessage } = useIntl();
  return (
    <Section id={m.id} title={m.title ?? formatMessage({ id: "position.list" })}>
      {children ?? <p>{formatMessage({ id: "listing.unavailable" })}</p>}
    </Section>
  );
}
