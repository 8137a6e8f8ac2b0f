import { useIntl } from "react-intl";
import type { PositionsModuleFragment } from "~/graph/generated/graphql";
import { PositionList } from "~/ui/editorial/PositionList";
import { Section } from "~/ui/section/Section";

/** The open positions of the site. */
export function PositionsModule({ module: m }: { module: PositionsModuleFragment }) {
  const { formatMessage } = useIntl();
  return (
    <Section id={m.id} title={m.title ?? formatMessage({ id: "position.list" })}>
      {m.positions?.length ? (
        <PositionList positions={m.positions} />
      ) : (
        <p>{formatMessage({ id: m.positions ? "position.none" : "listing.unavailable" })}</p>
      )}
    </Section>
  );
}
