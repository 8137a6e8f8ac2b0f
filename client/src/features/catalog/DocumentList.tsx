import { useIntl } from "react-intl";
import type { ProductPageFragment } from "~/graph/generated/graphql";
import { formatBytes } from "~/i18n/formatBytes";
import { DownloadIcon } from "~/ui/icon/iconSet";
import { MetaLine } from "~/ui/meta/MetaLine";
import { Picture } from "~/ui/picture/Picture";
import styles from "./DocumentList.module.css";

/** The documents of a product, each with its picture, kind, language and size. */
export function DocumentList({ documents, images }: Pick<ProductPageFragment, "documents" | "images">) {
  const intl = useIntl();
  const foreign = (d: ProductPageFragment["documents"][number]) => d.foreignLanguage ?? undefined;
  return (
    <ul className={styles.list}>
      {documents.map((d) => (
        <li key={d.url + d.name}>
          <a className={styles.file} href={d.url} download={d.fileName}>
            <span className={styles.thumbnail}>
              {d.thumbnail ? (
                <Picture picture={{ ...d.thumbnail, url: d.thumbnail.source, alternativeText: "" }} sizes="64px" />
              ) : (
                <Page image={images[0]} extension={d.extension} />
              )}
            </span>
            <span className={styles.text}>
              <span className={styles.name} lang={foreign(d)}>
                {d.name}
              </span>
              <span className={styles.facts}>
                <MetaLine
                  items={[
                    d.type && <span lang={foreign(d)}>{d.type}</span>,
                    d.language && intl.formatDisplayName(d.language, { type: "language" }),
                    d.extension,
                    d.size && formatBytes(intl, d.size),
                  ]}
                />
              </span>
            </span>
            <DownloadIcon className={styles.icon} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The drawing of a page, for a document without a picture of its own: the product, lines of text, the type of file. */
function Page({ image, extension }: { image?: ProductPageFragment["images"][number] | undefined; extension: string }) {
  return (
    <span className={styles.page} aria-hidden="true">
      {image && <Picture picture={{ ...image, url: image.source, alternativeText: "" }} sizes="64px" />}
      <span className={styles.lines} />
      <span className={styles.extension}>{extension}</span>
    </span>
  );
}
