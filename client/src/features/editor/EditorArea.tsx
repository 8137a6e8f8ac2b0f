import { useCallback, useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation, useRevalidator } from "react-router";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { Button } from "~/ui/button/Button";
import { TextField } from "~/ui/input/TextField";
import { withChanges } from "./areaUrl";
import { ContentReport } from "./ContentReport";
import styles from "./EditorArea.module.css";
import { EditorToolbar } from "./EditorToolbar";
import { EditorTree } from "./EditorTree";
import { NodeSearch } from "./NodeSearch";
import { PreviewFrame } from "./PreviewFrame";
import { TreeVersion } from "./treeVersion";
import { useAreaUrl } from "./useAreaUrl";
import { useEditorChanges } from "./useEditorChanges";

export interface EditorAreaProps {
  area: EditorAreaViewFragment;
  siteName: string;
  homeUrl: string;
}

/** The editor area: the tree of a site, and previews of its pages. */
export function EditorArea({ area, siteName, homeUrl }: EditorAreaProps) {
  const { formatMessage } = useIntl();
  const { pathname } = useLocation();
  return (
    <GraphProvider>
      <div className={styles.area}>
        <header className={styles.header} aria-label={formatMessage({ id: "editor.title" })}>
          <a className={styles.site} href={homeUrl}>
            {siteName}
          </a>
          <h1 className={styles.name}>{formatMessage({ id: "editor.title" })}</h1>
          <form className={styles.logout} method="post" action="/api/editor-area-sign-out">
            <input type="hidden" name="url" value={pathname} />
            <Button type="submit" size="small" variant="quiet">
              {formatMessage({ id: "editor.logout" })}
            </Button>
          </form>
        </header>
        <Workspace area={area} />
      </div>
    </GraphProvider>
  );
}

/** The tree and the preview; reloads when the content changes. */
function Workspace({ area }: { area: EditorAreaViewFragment }) {
  const { formatMessage } = useIntl();
  const { revalidate } = useRevalidator();
  const url = useAreaUrl();
  const [changeCount, setChangeCount] = useState(0);
  const [treeVersion, setTreeVersion] = useState(0);
  const refreshTree = useCallback(() => {
    void revalidate();
    setTreeVersion((version) => version + 1);
  }, [revalidate]);
  useEditorChanges(area.latestChange ?? null, () => {
    refreshTree();
    setChangeCount((count) => count + 1);
  });
  return (
    <>
      <div className={styles.context}>
        <EditorToolbar area={area} isChanging={url.isChanging} onChange={url.change} />
        <Notices area={area} />
      </div>
      <TreeVersion value={treeVersion}>
        <PageTree area={area} />
      </TreeVersion>
      <main className={styles.main} id="content" tabIndex={-1} aria-label={formatMessage({ id: "editor.title" })}>
        <PreviewFrame area={area} changeCount={changeCount} onChange={url.change} />
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

function PageTree({ area }: { area: EditorAreaViewFragment }) {
  const { formatMessage } = useIntl();
  const [text, setText] = useState("");
  const [isUnpublished, setUnpublished] = useState(false);
  const search = text.trim();
  return (
    <nav className={styles.pages} aria-label={formatMessage({ id: "editor.tree" })}>
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
      <div className={styles.scroll}>
        {search || isUnpublished ? (
          <NodeSearch area={area} search={isUnpublished ? undefined : search} />
        ) : (
          <EditorTree area={area} />
        )}
      </div>
    </nav>
  );
}
