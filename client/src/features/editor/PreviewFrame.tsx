import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import type { EditorAreaViewFragment, Stage } from "~/graph/generated/graphql";
import { moduleParameter, viewParameter, widthParameter } from "~/lib/url/clientParameters";
import { postToPreview, type PreviewMessage } from "~/lib/preview/previewMessage";
import { Button, ButtonLink } from "~/ui/button/Button";
import { ArrowUpRightIcon } from "~/ui/icon/iconSet";
import { useMediaQuery } from "~/ui/media/useMediaQuery";
import { previewUrlIn, urlChangesOf } from "./areaUrl";
import { ChangesPanel } from "./ChangesPanel";
import { DiffPanel } from "./DiffPanel";
import { FrameWidths } from "./FrameWidths";
import { frameWidths, narrowWindow, widthNames } from "./frameWidths";
import { PreviewDocument } from "./PreviewDocument";
import { StageSide, StageSwitch } from "./StageSide";
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

/**
 * The page in a frame with the width of a device (EDIT-24), or draft and published in two frames (EDIT-25).
 * Navigation in a frame updates the tree and the URL.
 */
export function PreviewFrame({ area, changeCount, areToolsOpen, onChange }: PreviewFrameProps) {
  const { formatMessage } = useIntl();
  const [query] = useSearchParams();
  const frame = useRef<HTMLIFrameElement>(null);
  const otherFrame = useRef<HTMLIFrameElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [loadCount, setLoadCount] = useState(0);
  const [panel, setPanel] = useState<(typeof panels)[number]>();
  const shownPanels = panels.filter((name) => name !== "translation" || area.site.parts.includes("TRANSLATIONS"));
  const module = query.get(moduleParameter);
  useEffect(() => {
    // A frame that has loaded before this page gets the first message, any other one that after its own.
    if (module && frame.current?.contentWindow)
      postToPreview(frame.current.contentWindow, { type: "module", id: module });
  }, [module, loadCount]);
  const [isInspecting, setInspecting] = useState(false);
  const isNarrow = useMediaQuery(narrowWindow);
  const chosenWidth = widthNames.find((name) => name === query.get(widthParameter));
  const width = chosenWidth ?? (isNarrow ? "phone" : "desktop");
  const scale = useRoomScale(room, frameWidths[width]);

  const isComparing = query.get(viewParameter) === "compare";
  const otherStage = area.stage === "DRAFT" ? "PUBLISHED" : "DRAFT";
  const otherUrl = previewUrlIn(otherStage, area.previewUrl);
  const draftFrame = isComparing && otherStage === "DRAFT" ? otherFrame : frame;
  // The stage that a room shows which is too narrow for both.
  const [front, setFront] = useState(area.stage);
  /** How far the compared pages are scrolled, from 0 to 1. */
  const position = useRef(0);
  useEffect(() => {
    position.current = 0;
  }, [area.previewUrl]);

  const receive = (message: PreviewMessage, from: Window) => {
    const isOther = from === otherFrame.current?.contentWindow;
    const to = (isOther ? frame : otherFrame).current?.contentWindow;
    switch (message.type) {
      case "inspecting":
        setInspecting(message.isOn);
        return;
      case "scrolled":
        position.current = message.position;
        if (to) postToPreview(to, { type: "scroll", position: message.position });
        return;
      case "navigated":
        setLoadCount((count) => count + 1);
        if (isOther) postToPreview(from, { type: "scroll", position: position.current });
    }
  };
  const follow = (path: string, previewUrl: string) => {
    const changes = urlChangesOf(path, { page: area.page, previewUrl });
    if (changes) onChange(changes, { replace: true });
  };
  const shared = {
    className: clsx(styles.frame, styles[chosenWidth ?? "fitting"]),
    changeCount,
    isInspecting,
  };
  const titleOf = (stage: Stage) => {
    const title = formatMessage({ id: "editor.frame" });
    return isComparing ? `${title}: ${formatMessage({ id: `editor.stage.${stage}` })}` : title;
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
            variant={isComparing ? "secondary" : "quiet"}
            className={styles.scripted}
            aria-pressed={isComparing}
            onClick={() => onChange({ editorView: isComparing ? "" : "compare" })}
          >
            {formatMessage({ id: "editor.frame.compare" })}
          </Button>
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
            onClick={() => {
              for (const { current } of [frame, otherFrame]) current?.contentWindow?.location.reload();
            }}
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
                frame={draftFrame}
                loadCount={loadCount}
                changeCount={changeCount}
              />
            )}
            {panel === "diff" && !area.node?.documentId && (
              <p className={styles.note}>{formatMessage({ id: "editor.diff.noDocument" })}</p>
            )}
            {panel === "translation" && <TranslationPanel area={area} changeCount={changeCount} />}
            {panel === "changes" && <ChangesPanel changeCount={changeCount} />}
          </aside>
        )}
        <div className={styles.frames} data-comparing={isComparing || undefined}>
          {isComparing && <StageSwitch front={front} onChange={setFront} />}
          <div className={styles.sides}>
            <StageSide stage={area.stage} isFront={!isComparing || front === area.stage} hasCaption={isComparing}>
              <div ref={room} className={styles.room}>
                <PreviewDocument
                  {...shared}
                  frame={frame}
                  title={titleOf(area.stage)}
                  url={area.previewUrl}
                  onMessage={receive}
                  onNavigate={(path) => follow(path, area.previewUrl)}
                />
              </div>
            </StageSide>
            {isComparing && (
              <StageSide stage={otherStage} isFront={front === otherStage} hasCaption>
                <div className={styles.room}>
                  <PreviewDocument
                    {...shared}
                    frame={otherFrame}
                    title={titleOf(otherStage)}
                    url={otherUrl}
                    onMessage={receive}
                    onNavigate={(path) => follow(path, otherUrl)}
                  />
                </div>
              </StageSide>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
