import { useIntl } from "react-intl";
import { InfoIcon } from "~/ui/icon/icons";
import styles from "./LanguageBanner.module.css";

export interface LanguageBannerProps {
  /** The language that was asked for, in itself. */
  wanted: string;
  /** The language that the page is shown in, in itself. */
  shown: string;
}

/** Says that the page is not written in the language asked for (spec §2, the unavailable-language banner). */
export function LanguageBanner({ wanted, shown }: LanguageBannerProps) {
  const { formatMessage } = useIntl();
  return (
    <aside className={styles.banner} aria-label={formatMessage({ id: "frame.notice" })}>
      <p className={styles.text}>
        <InfoIcon size={16} />
        {formatMessage({ id: "frame.languageUnavailable" }, { wanted, shown })}
      </p>
    </aside>
  );
}
