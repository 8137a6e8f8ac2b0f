import { clsx } from "clsx";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { widthParameter } from "~/lib/url/clientParameters";
import { postToPreview, type PreviewMessage } from "~/lib/preview/previewMessage";
import { Button, ButtonLink } from "~/ui/button/Button";
import { ArrowUpRightIcon } from "~/ui/icon/iconSet";
import { useMediaQuery } from "~/ui/media/useMediaQuery";
import { urlChangesOf } from "./areaUrl";
import { ChangesPanel } from "./ChangesPanel";
import { DiffPanel } from "./DiffPanel";
import { FrameWidths } from "./FrameWidths";
import { frameWidths, narrowWindow, widthNames } from "./frameWidths";
import { PreviewDocument } from "./PreviewDocument";
import { TranslationPanel } from "./TranslationPanel";
import type { ChangeUrl } from "./useAreaUrl";
import { useRoomScale } from "./useRoomScale";
import styles from "./PreviewFrame.module.css";

const panels = ["diff", "translation", "changes"] as const;

export interface PreviewFrameProps {
  area: EditorAreaViewFragment;
  /** Increases with each change event of the content. */
  changeCount: number;
  /** Shows the tools in a narrow window; they are always shown in a wide one. */
  areToolsOpen: boolean;
  onChange: ChangeUrl;
}

/** The page in a frame with the width of a device. Navigation in the frame updates the tree and the URL. */
export function PreviewFrame({ area, changeCount, areToolsOpen, onChange }: PreviewFrameProps) {
  const { formatMessage } = useIntl();
  const [query] = useSearchParams();
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [loadCount, setLoadCount] = useState(0);
  const [panel, setPanel] = useState<(typeof panels)[number]>();
  const shownPanels = panels.filter((name) => name !== "translation" || area.site.parts.includes("TRANSLATIONS"));
  const [isInspecting, setInspecting] = useState(false);
  const isNarrow = useMediaQuery(narrowWindow);
  const chosenWidth = widthNames.find((name) => name === query.get(widthParameter));
  const width = chosenWidth ?? (isNarrow ? "phone" : "desktop");
  const scale = useRoomScale(room, frameWidths[width]);

  const receive = (message: PreviewMessage) => {
    if (message.type === "inspecting") setInspecting(message.isOn);
    else setLoadCount((count) => count + 1);
  };
  const follow = (path: string) => {
    const changes = urlChangesOf(path, area);
    if (changes) onChange(changes, { replace: true });
  };

  return (
    <section className={styles.preview} aria-label={formatMessage({ id: "editor.frame" })}>
      <div className={styles.bar}>
        <FrameWidths selected={width} scale={scale} />
        <div className={styles.actions} data-open={areToolsOpen || undefined}>
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
          // A panel of texts only can be scrolled by keyboard, too.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <aside className={styles.panel} tabIndex={0} aria-label={formatMessage({ id: `editor.${panel}` })}>
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
        <div ref={room} className={styles.room}>
          <PreviewDocument
            frame={frame}
            className={clsx(styles.frame, styles[chosenWidth ?? "fitting"])}
            title={formatMessage({ id: "editor.frame" })}
            url={area.previewUrl}
            changeCount={changeCount}
            isInspecting={isInspecting}
            onMessage={receive}
            onNavigate={follow}
          />
        </div>
      </div>
    </section>
  );
}
