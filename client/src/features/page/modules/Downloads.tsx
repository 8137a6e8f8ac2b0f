import { useIntl } from "react-intl";
import type { DownloadsModuleFragment } from "~/graph/generated/graphql";
import { DownloadIcon } from "~/ui/icon/iconSet";
import { MetaLine } from "~/ui/meta/MetaLine";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import { formatBytes } from "~/i18n/formatBytes";
import styles from "./Downloads.module.css";

/** Files to download, each with its kind, language and size. */
export function DownloadsModule({ module: m }: { module: DownloadsModuleFragment }) {
  const intl = useIntl();
  return (
    <Section id={m.id} layout="margin" title={m.title ?? m.anchorTitle}>
      <ul className={styles.list}>
        {m.items.map((item, i) => (
          <li key={i}>
            <a className={styles.file} href={item.file.url} download={item.file.fileName}>
              {item.thumbnail && (
                <Picture
                  className={styles.thumbnail}
                  picture={{ ...item.thumbnail, url: item.thumbnail.source }}
                  sizes="64px"
                />
              )}
              <span className={styles.name}>{item.title}</span>
              <span className={styles.facts}>
                <MetaLine
                  items={[
                    item.file.extension,
                    item.file.locale?.toUpperCase(),
                    item.file.size && formatBytes(intl, item.file.size),
                  ]}
                />
              </span>
              <DownloadIcon className={styles.icon} />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
