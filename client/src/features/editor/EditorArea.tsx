import { useCallback, useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation, useRevalidator } from "react-router";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { Button } from "~/ui/button/Button";
import { ChevronDownIcon } from "~/ui/icon/iconSet";
import { TextField } from "~/ui/input/TextField";
import { viewParameter } from "~/lib/url/clientParameters";
import { withChanges } from "./areaUrl";
import { ContentReport } from "./ContentReport";
import styles from "./EditorArea.module.css";
import { EditorToolbar } from "./EditorToolbar";
import { EditorTree } from "./EditorTree";
import { NodeSearch } from "./NodeSearch";
import { PresentEditors } from "./PresentEditors";
import { PreviewFrame } from "./PreviewFrame";
import { TreeVersion } from "./treeVersion";
import { TranslationWorklist } from "./TranslationWorklist";
import { useAreaUrl } from "./useAreaUrl";
import { useEditorChanges } from "./useEditorChanges";
import { type PresentEditor, useEditorPresence } from "./useEditorPresence";

export interface EditorAreaProps {
  area: EditorAreaViewFragment;
  siteName: string;
  homeUrl: string;
}

/** The editor area: the tree of a site, and previews of its pages. */
export function EditorArea(props: EditorAreaProps) {
  return (
    <GraphProvider>
      <Area {...props} />
    </GraphProvider>
  );
}

function Area({ area, siteName, homeUrl }: EditorAreaProps) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const isWorklist =
    area.site.parts.includes("TRANSLATIONS") && new URLSearchParams(search).get(viewParameter) === "translations";
  const { others, name, setName } = useEditorPresence(area.site.id, area.page);
  const isOnSamePage = ({ site, page }: PresentEditor) => !isWorklist && site.id === area.site.id && page === area.page;
  return (
    <div className={styles.area}>
      <header className={styles.header} aria-label={formatMessage({ id: "editor.title" })}>
        <a className={styles.site} href={homeUrl}>
          {siteName}
        </a>
        <h1 className={styles.name}>{formatMessage({ id: "editor.title" })}</h1>
        {area.site.parts.includes("TRANSLATIONS") && (
          <Link
            className={styles.view}
            to={withChanges(search, { editorView: isWorklist ? "" : "translations" })}
            aria-current={isWorklist ? "page" : undefined}
            discover="none"
            preventScrollReset
          >
            {formatMessage({ id: "editor.worklist.view" })}
          </Link>
        )}
        <PresentEditors others={others} onSamePage={others.filter(isOnSamePage)} name={name} onRename={setName} />
        <form className={styles.logout} method="post" action="/api/editor-area-sign-out">
          <input type="hidden" name="url" value={pathname} />
          <Button type="submit" size="small" variant="quiet">
            {formatMessage({ id: "editor.logout" })}
          </Button>
        </form>
      </header>
      <Workspace area={area} isWorklist={isWorklist} />
    </div>
  );
}

/** The parts of the area that a narrow window shows one at a time, above the preview. */
const parts = ["pages", "context", "tools"] as const;
const partTexts = { pages: "editor.tree", context: "editor.context", tools: "editor.tools" } as const;

/** The tree and the preview, or the worklist of translations; reloads when the content changes. */
function Workspace({ area, isWorklist }: { area: EditorAreaViewFragment; isWorklist: boolean }) {
  const { formatMessage } = useIntl();
  const { revalidate } = useRevalidator();
  const url = useAreaUrl();
  const [changeCount, setChangeCount] = useState(0);
  const [treeVersion, setTreeVersion] = useState(0);
  const shown = [
    formatMessage({ id: `editor.stage.${area.stage}` }),
    formatMessage({ id: `editor.audience.${area.audience}` }),
  ];
  const [openPart, setOpenPart] = useState<(typeof parts)[number]>();
  const refreshTree = useCallback(() => {
    void revalidate();
    setTreeVersion((version) => version + 1);
  }, [revalidate]);
  useEditorChanges(area.latestChange ?? null, () => {
    refreshTree();
    setChangeCount((count) => count + 1);
  });
  if (isWorklist) {
    return (
      <main className={styles.wide} id="content" tabIndex={-1} aria-label={formatMessage({ id: "editor.title" })}>
        <TranslationWorklist key={area.site.id} area={area} changeCount={changeCount} onChange={url.change} />
      </main>
    );
  }
  return (
    <>
      <section className={styles.parts} aria-label={formatMessage({ id: "editor.title" })}>
        {parts.map((part) => (
          <Button
            key={part}
            size="small"
            variant="quiet"
            className={styles.part}
            trailingIcon={<ChevronDownIcon size={16} />}
            aria-expanded={part === openPart}
            onClick={() => setOpenPart(part === openPart ? undefined : part)}
          >
            {formatMessage({ id: partTexts[part] })}
          </Button>
        ))}
        <p className={styles.shown}>{shown.join(", ")}</p>
      </section>
      <div className={styles.context}>
        <EditorToolbar area={area} isOpen={openPart === "context"} isChanging={url.isChanging} onChange={url.change} />
        <Notices area={area} />
      </div>
      <TreeVersion value={treeVersion}>
        <PageTree area={area} isOpen={openPart === "pages"} onChoose={() => setOpenPart(undefined)} />
      </TreeVersion>
      <main className={styles.main} id="content" tabIndex={-1} aria-label={formatMessage({ id: "editor.title" })}>
        <PreviewFrame area={area} changeCount={changeCount} areToolsOpen={openPart === "tools"} onChange={url.change} />
      </main>
      <ContentReport
        area={area}
        changeCount={changeCount}
        onChange={url.change}
        onMarkChange={() => void revalidate()}
        onSiteEnd={refreshTree}
      />
    </>
  );
}

/** Warnings about the preview context, shown before the page. */
function Notices({ area }: { area: EditorAreaViewFragment }) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const isDraftOnly = area.stage === "PUBLISHED" && area.node?.marks.includes("DRAFT_ONLY");
  return (
    <div role="status">
      {area.problems.map((problem) => (
        <p key={problem} className={styles.notice}>
          {formatMessage({ id: `editor.problem.${problem}` })}
        </p>
      ))}
      {area.isHomePageMissing && <p className={styles.notice}>{formatMessage({ id: "editor.homePageMissing" })}</p>}
      {isDraftOnly && (
        <p className={styles.notice}>
          {formatMessage({ id: "editor.draftOnly" })}{" "}
          <Link to={withChanges(search, { stage: "DRAFT" })} discover="none" preventScrollReset>
            {formatMessage({ id: "editor.draftOnly.show" })}
          </Link>
        </p>
      )}
    </div>
  );
}

interface PageTreeProps {
  area: EditorAreaViewFragment;
  /** Shows the tree in a narrow window; it is always shown in a wide one. */
  isOpen: boolean;
  /** Called when a page was chosen by a pointer. The keyboard stays in the tree. */
  onChoose: () => void;
}

function PageTree({ area, isOpen, onChoose }: PageTreeProps) {
  const { formatMessage } = useIntl();
  const [text, setText] = useState("");
  const [isUnpublished, setUnpublished] = useState(false);
  const search = text.trim();
  return (
    <nav className={styles.pages} data-open={isOpen || undefined} aria-label={formatMessage({ id: "editor.tree" })}>
      <div className={styles.find}>
        <TextField
          isFilter
          type="search"
          className={styles.search}
          label={formatMessage({ id: "editor.tree.search" })}
          value={text}
          maxLength={60}
          onChange={(event) => {
            setText(event.target.value);
            setUnpublished(false);
          }}
        />
        <Button
          size="small"
          variant="quiet"
          aria-pressed={isUnpublished}
          onClick={() => {
            setText("");
            setUnpublished(!isUnpublished);
          }}
        >
          {isUnpublished
            ? formatMessage({ id: "editor.tree.back" })
            : formatMessage({ id: "editor.tree.unpublished" }, { count: area.unpublishedCount })}
        </Button>
      </div>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        className={styles.scroll}
        onClick={({ target, detail }) => {
          // Only for pointers: a click by keyboard has no detail.
          if (detail > 0 && target instanceof Element && target.closest("a")) onChoose();
        }}
      >
        {search || isUnpublished ? (
          <NodeSearch area={area} search={isUnpublished ? undefined : search} />
        ) : (
          <EditorTree area={area} />
        )}
      </div>
    </nav>
  );
}
