import { useIntl } from "react-intl";
import type { TextId } from "~/i18n/textId";
import { offsetName } from "~/i18n/timeZone";
import styles from "./PreviewBar.module.css";

/** The context of a preview that was opened by a link. */
export interface LinkedPreview {
  /** `DRAFT` or `PUBLISHED`. */
  stage: string;
  /** A `PreviewAudience` of the schema. */
  audience: string;
  isNextRelease: boolean;
  /** Undefined for the present. */
  moment: Date | undefined;
  /** When the link expires. */
  until: Date;
}

/**
 * Reads the base path of a preview, as the server writes it (`domain/editor/preview.go`): site, stage, audience,
 * release and moment, then the token, which begins with its expiry in seconds. Undefined for a preview without a token.
 */
export function linkedPreviewOf(base: string): LinkedPreview | undefined {
  const [, , segment = ""] = base.split("/");
  const [context = "", token] = segment.split("@");
  if (token === undefined) return undefined;
  const [, stage = "", audience = "", release = "", moment = ""] = context.split("~");
  return {
    stage: stage.toUpperCase(),
    audience: audience.toUpperCase(),
    isNextRelease: release === "next",
    moment: moment === "now" ? undefined : new Date(moment.replace(momentFormat, "$1-$2-$3T$4:$5:$6Z")),
    until: new Date(Number(token.split(".")[0]) * 1_000),
  };
}

const momentFormat = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

export interface PreviewBarProps {
  preview: LinkedPreview;
  siteName: string;
  /** The code of the page's locale. */
  locale: string;
}

/** States above the page, which it does not cover, what a shared preview shows and how long its link is valid. */
export function PreviewBar({ preview, siteName, locale }: PreviewBarProps) {
  const { formatMessage, formatDate, formatTime, formatDisplayName } = useIntl();
  const text = (id: string) => formatMessage({ id: id as TextId });
  const moment = preview.moment
    ? `${formatDate(preview.moment, { dateStyle: "medium", timeStyle: "short" })} (${offsetName(preview.moment)})`
    : text("editor.preview.now");
  const until = `${formatTime(preview.until, { timeStyle: "short" })} (${offsetName(preview.until)})`;
  const facts: readonly [string, string][] = [
    ["editor.context.stage", text(`editor.stage.${preview.stage}`)],
    ["editor.context.audience", text(`editor.audience.${preview.audience}`)],
    ["editor.preview.moment", moment],
    ["editor.context.site", siteName],
    ["editor.context.language", formatDisplayName(locale, { type: "language" }) ?? locale],
    ["editor.context.release", text(`editor.context.release.${preview.isNextRelease ? "next" : "current"}`)],
    ["editor.preview.until", until],
  ];
  return (
    <aside className={styles.bar} aria-labelledby="preview-bar">
      <p className={styles.title} id="preview-bar">
        {formatMessage({ id: "editor.preview" })}
      </p>
      <dl className={styles.facts}>
        {facts.map(([id, value]) => (
          <div key={id} className={styles.fact}>
            <dt>{text(id)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
