import { clsx } from "clsx";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { isWebUrl } from "~/lib/preview/provenance";
import styles from "./ProvenanceCard.module.css";
import type { ShownValue } from "./provenance";

export interface ProvenanceCardProps {
  /** Undefined before the first element was pointed at. */
  shown: ShownValue | undefined;
  /** Places the card at the top of the window, otherwise at the bottom. */
  isTop: boolean;
  /** The provenance could not be loaded. */
  isUnavailable: boolean;
  onClose: () => void;
}

/** Shows the provenance of the value that an element of the preview shows. */
export function ProvenanceCard({ shown, isTop, isUnavailable, onClose }: ProvenanceCardProps) {
  const { formatMessage } = useIntl();
  const box = shown?.element.getBoundingClientRect();
  return (
    <>
      {box && (
        <div
          className={styles.outline}
          style={{ top: box.top, left: box.left, width: box.width, height: box.height }}
          aria-hidden="true"
        />
      )}
      <section
        className={clsx(styles.card, isTop && styles.top)}
        aria-label={formatMessage({ id: "editor.provenance" })}
      >
        <div className={styles.head}>
          <h2 className={styles.title}>{formatMessage({ id: "editor.provenance" })}</h2>
          <Button size="small" variant="quiet" onClick={onClose}>
            {formatMessage({ id: "editor.provenance.close" })}
          </Button>
        </div>
        <div aria-live="polite">
          {shown ? (
            <ProvenanceValues shown={shown} />
          ) : (
            <p className={styles.hint}>
              {formatMessage({ id: isUnavailable ? "editor.provenance.unavailable" : "editor.provenance.hint" })}
            </p>
          )}
        </div>
      </section>
    </>
  );
}

const systems: Readonly<Record<string, string>> = { cms: "CMS", pim: "PIM", sis: "sis" };

function ProvenanceValues({ shown: { provenance: p } }: { shown: ShownValue }) {
  const { formatMessage, formatDate } = useIntl();
  const time = (moment: string | undefined) => moment && formatDate(moment, { dateStyle: "medium", timeStyle: "long" });
  const text = (
    id: "system" | "record" | "field" | "language" | "stage" | "changedAt" | "cachedSince" | "freshUntil" | "edit",
  ) => formatMessage({ id: `editor.provenance.${id}` });
  const components = p.components?.map(({ fieldApiId, instanceId }) => `${fieldApiId} ${instanceId}`) ?? [];
  const language =
    p.locale && p.foundLocale && p.locale !== p.foundLocale
      ? formatMessage({ id: "editor.provenance.languages" }, { found: p.foundLocale, requested: p.locale })
      : (p.foundLocale ?? p.locale);
  const rows: readonly [string, string | undefined][] = [
    [text("system"), systems[p.system] ?? formatMessage({ id: "editor.provenance.computed" })],
    [text("record"), p.type && `${p.type} ${p.record ?? ""}`],
    [text("field"), [...components, p.field].join(" › ")],
    [text("language"), language],
    [text("stage"), p.stage],
    [text("changedAt"), time(p.changedAt)],
    [
      text("cachedSince"),
      time(p.cachedSince) ?? (p.record === undefined ? undefined : formatMessage({ id: "editor.provenance.uncached" })),
    ],
    [text("freshUntil"), time(p.freshUntil)],
  ];
  return (
    <dl className={styles.values}>
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name} style={{ display: "contents" }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      {p.editUrl && (
        <>
          <dt>{text("edit")}</dt>
          <dd>
            {isWebUrl(p.editUrl) ? (
              <a className={styles.edit} href={p.editUrl} target="_blank" rel="noopener">
                {formatMessage({ id: "editor.provenance.open" }, { system: systems[p.system] ?? p.system })}
              </a>
            ) : (
              <code>{p.editUrl}</code>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}
