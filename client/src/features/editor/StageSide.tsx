import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Stage } from "~/graph/generated/graphql";
import styles from "./StageSide.module.css";

export interface StageSideProps {
  stage: Stage;
  /** Shows this side where the room is too narrow for both. */
  isFront: boolean;
  hasCaption: boolean;
  children: ReactNode;
}

/** One side of the comparison of draft and published, or the only preview. */
export function StageSide({ stage, isFront, hasCaption, children }: StageSideProps) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.side} data-stage={stage} data-front={isFront || undefined}>
      {hasCaption && <p className={styles.caption}>{formatMessage({ id: `editor.stage.${stage}` })}</p>}
      {children}
    </div>
  );
}

export interface StageSwitchProps {
  front: Stage;
  onChange: (stage: Stage) => void;
}

/** Chooses the side that a room shows which is too narrow for both. */
export function StageSwitch({ front, onChange }: StageSwitchProps) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.switch} role="group" aria-label={formatMessage({ id: "editor.context.stage" })}>
      {(["PUBLISHED", "DRAFT"] as const).map((stage) => (
        <button
          key={stage}
          type="button"
          className={styles.choice}
          aria-pressed={stage === front}
          onClick={() => onChange(stage)}
        >
          {formatMessage({ id: `editor.stage.${stage}` })}
        </button>
      ))}
    </div>
  );
}
