import { useIntl } from "react-intl";
import { ButtonLink } from "~/ui/button/Button";
import { DownloadIcon } from "~/ui/icon/iconSet";
import styles from "./ExportLinks.module.css";

/** Links to files with the records of a list. */
export function ExportLinks({ csv, xlsx }: { csv: string; xlsx: string }) {
  const { formatMessage } = useIntl();
  return (
    <p className={styles.links}>
      {([xlsx, csv] as const).map((url, i) => (
        <ButtonLink
          key={url}
          size="small"
          variant="secondary"
          target={{ kind: "PLAIN", url }}
          icon={<DownloadIcon size={16} />}
        >
          {formatMessage({ id: i === 0 ? "export.xlsx" : "export.csv" })}
        </ButtonLink>
      ))}
    </p>
  );
}
