import { useIntl } from "react-intl";
import type { PositionFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { FactBar } from "~/ui/editorial/FactBar";
import { usePositionTexts } from "~/ui/editorial/positionTexts";
import { AllPositions } from "./AllPositions";
import { applicationId } from "./applicationId";
import styles from "./Position.module.css";

/** The facts of a position, with the way to its form. */
export function PositionSummary({ position }: { position: PositionFragment }) {
  const { formatDate, formatMessage, formatNumber } = useIntl();
  const texts = usePositionTexts();
  const { salary, validThrough, isClosed, form, listUrl } = position;
  const money = (value: number) => formatNumber(value);
  const facts = [
    ["position.place", texts.place(position)],
    ["position.workload", texts.workload(position)],
    ["position.department", texts.department(position)],
    [
      "position.salary",
      salary &&
        formatMessage(
          { id: "position.salaryRange" },
          { currency: salary.currency, min: money(salary.min), max: money(salary.max) },
        ),
    ],
    ["position.until", !isClosed && formatDate(validThrough, { dateStyle: "long", timeZone: "UTC" })],
  ] as const;
  return (
    <FactBar facts={facts.map(([id, text]) => [formatMessage({ id }), text])}>
      {isClosed ? (
        <div className={styles.closed} role="note">
          <p>{formatMessage({ id: "position.closed" })}</p>
          {listUrl && <AllPositions url={listUrl} />}
        </div>
      ) : (
        form && (
          <ButtonLink target={{ kind: "PLAIN", url: `#${applicationId}` }}>
            {formatMessage({ id: "position.apply" })}
          </ButtonLink>
        )
      )}
    </FactBar>
  );
}
