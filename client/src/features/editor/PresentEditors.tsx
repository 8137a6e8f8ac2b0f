import { useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { UsersIcon } from "~/ui/icon/iconSet";
import { TextField } from "~/ui/input/TextField";
import { withChanges } from "./areaUrl";
import styles from "./PresentEditors.module.css";
import { maxNameLength, type PresentEditor } from "./useEditorPresence";

export interface PresentEditorsProps {
  others: readonly PresentEditor[];
  /** Those of them who have the same page open. */
  onSamePage: readonly PresentEditor[];
  /** The name under which the others see this editor. */
  name: string;
  onRename: (name: string) => void;
}

/** A button with the number of other editors. It opens a list of them with the pages that they have open. */
export function PresentEditors({ others, onSamePage, name, onRename }: PresentEditorsProps) {
  const { formatList, formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const label = formatMessage({ id: "editor.presence" }, { count: others.length });
  // In the header, where it moves no content.
  const samePage =
    onSamePage.length > 0
      ? formatMessage(
          { id: "editor.presence.samePage" },
          {
            names: formatList(onSamePage.map(({ name }) => name ?? formatMessage({ id: "editor.presence.unnamed" }))),
          },
        )
      : "";
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className={styles.open}
        icon={<UsersIcon size={16} />}
        title={samePage || label}
        aria-haspopup="dialog"
        data-same-page={samePage ? "" : undefined}
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">{others.length}</span>
        <VisuallyHidden>{label}</VisuallyHidden>
      </Button>
      <VisuallyHidden>
        <span role="status">{samePage}</span>
      </VisuallyHidden>
      {isOpen && (
        <Dialog open title={formatMessage({ id: "editor.presence.title" })} onClose={() => setOpen(false)}>
          {samePage && <p className={styles.samePage}>{samePage}</p>}
          <PresentEditorList others={others} onChoose={() => setOpen(false)} />
          <NameForm
            name={name}
            onRename={(changed) => {
              onRename(changed);
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** The other editors. A choice opens the page of one. */
function PresentEditorList({ others, onChoose }: { others: readonly PresentEditor[]; onChoose: () => void }) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  if (others.length === 0) return <p>{formatMessage({ id: "editor.presence.none" })}</p>;
  return (
    <ul className={styles.list}>
      {others.map(({ name, site, page }, index) => (
        // Two editors may have the same name and page.
        <li key={`${site.id} ${page} ${name ?? ""} ${index}`}>
          <Link
            className={styles.editor}
            data-focus-first={index === 0 || undefined}
            to={withChanges(search, { editorView: "", site: site.id, page })}
            discover="none"
            preventScrollReset
            onClick={onChoose}
          >
            <span className={styles.name}>{name ?? formatMessage({ id: "editor.presence.unnamed" })}</span>
            <span className={styles.page}>
              {site.name} {page}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Changes the editor's name. */
function NameForm({ name, onRename }: { name: string; onRename: (name: string) => void }) {
  const { formatMessage } = useIntl();
  const [text, setText] = useState(name);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onRename(text.trim());
      }}
    >
      <TextField
        className={styles.field}
        label={formatMessage({ id: "editor.presence.name" })}
        hint={formatMessage({ id: "editor.presence.name.hint" })}
        value={text}
        maxLength={maxNameLength}
        autoComplete="nickname"
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" size="small" variant="secondary">
        {formatMessage({ id: "editor.presence.save" })}
      </Button>
    </form>
  );
}
