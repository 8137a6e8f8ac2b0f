import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation, useSearchParams } from "react-router";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { moduleParameter, widthParameter } from "~/lib/url/clientParameters";
import { isPreviewMessage, postToPreview } from "~/lib/preview/previewMessage";
import { Button, ButtonLink } from "~/ui/button/Button";
import { ArrowUpRightIcon } from "~/ui/icon/iconSet";
import { urlChangesOf, withChanges } from "./areaUrl";
import { ChangesPanel } from "./ChangesPanel";
import { DiffPanel } from "./DiffPanel";
import { TranslationPanel } from "./TranslationPanel";
import type { ChangeUrl } from "./useAreaUrl";
import styles from "./PreviewFrame.module.css";

const panels = ["diff", "translation", "changes"] as const;
const widths = ["desktop", "tablet", "phone"] as const;

export interface PreviewFrameProps {
  area: EditorAreaViewFragment;
  /** Increases with each change event of the content. */
  changeCount: number;
  onChange: ChangeUrl;
}

/** The page in a frame with the width of a device. Navigation in the frame updates the tree and the URL. */
export function PreviewFrame({ area, changeCount, onChange }: PreviewFrameProps) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const [query] = useSearchParams();
  const frame = useRef<HTMLIFrameElement>(null);
  // Constant: a changed `src` would reload the page that the editor has already reached within the frame.
  const [firstUrl] = useState(area.previewUrl);
  const [loadCount, setLoadCount] = useState(0);
  const [panel, setPanel] = useState<(typeof panels)[number]>();
  const shownPanels = panels.filter((name) => name !== "translation" || area.site.parts.includes("TRANSLATIONS"));
  useEffect(() => {
    if (changeCount > 0 && frame.current?.contentWindow)
      postToPreview(frame.current.contentWindow, { type: "changed" });
  }, [changeCount]);
  const module = query.get(moduleParameter);
  useEffect(() => {
    // A frame that has loaded before this page gets the first message, any other one that after its own.
    if (module && frame.current?.contentWindow)
      postToPreview(frame.current.contentWindow, { type: "module", id: module });
  }, [module, loadCount]);
  const [isInspecting, setInspecting] = useState(false);
  const width = widths.find((option) => option === query.get(widthParameter)) ?? "desktop";

  // The document that the frame is navigating away from. It stays until the next document begins and may still be
  // loading: its messages are outdated, and its URL is not the frame's next URL.
  const previousDocument = useRef<Document>(null);

  useEffect(() => {
    const frameWindow = frame.current?.contentWindow;
    if (!frameWindow) return;
    // The frame starts with an empty document, before it loads its `src`.
    const isStarting = pathOf(frameWindow) === "blank" && area.previewUrl === firstUrl;
    if (!isShowing(frame.current, previousDocument.current) && (isStarting || pathOf(frameWindow) === area.previewUrl))
      return;
    previousDocument.current = frame.current?.contentDocument ?? null;
    frameWindow.location.replace(area.previewUrl);
  }, [area.previewUrl, firstUrl]);

  useEffect(() => {
    const follow = () => {
      const path = frame.current?.contentWindow && pathOf(frame.current.contentWindow);
      if (!path || path === area.previewUrl) return;
      const changes = urlChangesOf(path, area);
      if (changes) onChange(changes, { replace: true });
    };
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return;
      if (isShowing(frame.current, previousDocument.current) || !isPreviewMessage(data)) return;
      if (data.type === "inspecting") {
        setInspecting(data.isOn);
        return;
      }
      setLoadCount((count) => count + 1);
      // Inspection must be enabled again in a new document.
      if (isInspecting && frame.current.contentWindow) {
        postToPreview(frame.current.contentWindow, { type: "inspect", isOn: true });
      }
      follow();
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [area, onChange, isInspecting]);

  return (
    <section className={styles.preview} aria-label={formatMessage({ id: "editor.frame" })}>
      <div className={styles.bar}>
        <ul className={styles.widths} aria-label={formatMessage({ id: "editor.frame.width" })}>
          {widths.map((option) => (
            <li key={option}>
              <Link
                className={styles.width}
                to={withChanges(search, { width: option === "desktop" ? "" : option })}
                aria-current={option === width ? "true" : undefined}
                discover="none"
                preventScrollReset
              >
                {formatMessage({ id: `editor.frame.${option}` })}
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          {shownPanels.map((name) => (
            <Button
              key={name}
              size="small"
              variant={name === panel ? "secondary" : "quiet"}
              className={styles.scripted}
              aria-expanded={name === panel}
              onClick={() => setPanel(name === panel ? undefined : name)}
            >
              {formatMessage({ id: `editor.${name}` })}
            </Button>
          ))}
          <Button
            size="small"
            variant={isInspecting ? "secondary" : "quiet"}
            className={styles.scripted}
            aria-pressed={isInspecting}
            aria-keyshortcuts="Alt+I"
            onClick={() => {
              const frameWindow = frame.current?.contentWindow;
              if (frameWindow) postToPreview(frameWindow, { type: "inspect", isOn: !isInspecting });
            }}
          >
            {formatMessage({ id: "editor.frame.inspect" })}
          </Button>
          <Button
            size="small"
            variant="quiet"
            className={styles.scripted}
            onClick={() => frame.current?.contentWindow?.location.reload()}
          >
            {formatMessage({ id: "editor.frame.reload" })}
          </Button>
          <ButtonLink
            size="small"
            variant="quiet"
            target={{ kind: "PLAIN", url: area.publicUrl, openInNewTab: true }}
            trailingIcon={<ArrowUpRightIcon size={16} />}
          >
            {formatMessage({ id: "editor.frame.open" })}
          </ButtonLink>
        </div>
      </div>
      <div className={styles.stage}>
        {panel && (
          <aside className={styles.panel} aria-label={formatMessage({ id: `editor.${panel}` })}>
            {panel === "diff" && area.node?.documentId && (
              <DiffPanel
                key={area.node.id}
                area={area}
                node={area.node.id}
                frame={frame}
                frameVersion={loadCount + changeCount}
              />
            )}
            {panel === "diff" && !area.node?.documentId && (
              <p className={styles.note}>{formatMessage({ id: "editor.diff.noDocument" })}</p>
            )}
            {panel === "translation" && <TranslationPanel area={area} changeCount={changeCount} />}
            {panel === "changes" && <ChangesPanel changeCount={changeCount} />}
          </aside>
        )}
        <iframe
          ref={frame}
          className={clsx(styles.frame, styles[width])}
          src={firstUrl}
          title={formatMessage({ id: "editor.frame" })}
        />
      </div>
    </section>
  );
}

/** Whether a frame shows a document; false without a document. */
const isShowing = (frame: HTMLIFrameElement | null, document: Document | null) =>
  document !== null && frame?.contentDocument === document;

/** The path of the document in a frame; undefined for another origin. */
function pathOf(frame: Window): string | undefined {
  try {
    return frame.location.pathname;
  } catch {
    return undefined;
  }
}
