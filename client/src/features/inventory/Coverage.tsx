import { useIntl } from "react-intl";
import type { CoverageViewFragment } from "~/graph/generated/graphql";
import { StatusLabel, StatusSymbol, type StatusSymbolProps } from "~/ui/status/StatusLabel";
import styles from "./Coverage.module.css";

const symbols: Readonly<Record<CoverageViewFragment["state"], StatusSymbolProps>> = {
  ACTIVE: { tone: "success", shape: "disc" },
  EXPIRED: { tone: "warning", shape: "ring" },
  NONE: { tone: "neutral", shape: "line" },
};

/** The state of a warranty or service contract, with its end date. */
export function Coverage({ coverage }: { coverage: CoverageViewFragment }) {
  const { formatDate, formatMessage } = useIntl();
  const { state, name, until } = coverage;
  const date = until ? formatDate(until, { dateStyle: "medium", timeZone: "UTC" }) : "";
  return (
    <span className={styles.coverage}>
      <StatusSymbol {...symbols[state]} />
      <span>
        {name && `${name}, `}
        {state === "ACTIVE" && formatMessage({ id: "inventory.until" }, { date })}
        {state === "EXPIRED" && formatMessage({ id: "inventory.ended" }, { date })}
        {state === "NONE" && formatMessage({ id: "inventory.coverage.NONE" })}
      </span>
    </span>
  );
}

/** Marks a machine with newer software available. */
export function UpdateBadge() {
  const { formatMessage } = useIntl();
  return <StatusLabel tone="info">{formatMessage({ id: "inventory.update" })}</StatusLabel>;
}
