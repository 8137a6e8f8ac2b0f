import { useIntl } from "react-intl";
import type { CoverageViewFragment } from "~/graph/generated/graphql";
import styles from "./Coverage.module.css";

/** A warranty or service contract in words: whether it holds, and until when. */
export function Coverage({ coverage }: { coverage: CoverageViewFragment }) {
  const { formatDate, formatMessage } = useIntl();
  const { state, name, until } = coverage;
  const date = until ? formatDate(until, { dateStyle: "medium", timeZone: "UTC" }) : "";
  return (
    <span className={styles.coverage} data-state={state}>
      <span className={styles.sign} aria-hidden="true" />
      <span>
        {name && `${name}, `}
        {state === "ACTIVE" && formatMessage({ id: "inventory.until" }, { date })}
        {state === "EXPIRED" && formatMessage({ id: "inventory.ended" }, { date })}
        {state === "NONE" && formatMessage({ id: "inventory.coverage.NONE" })}
      </span>
    </span>
  );
}

/** Says that newer software is there. */
export function UpdateMark() {
  const { formatMessage } = useIntl();
  return <span className={styles.update}>{formatMessage({ id: "inventory.update" })}</span>;
}
