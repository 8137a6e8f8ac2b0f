import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { ManagedUserListFragment, UserActionOptionFragment } from "~/graph/generated/graphql";
import { rateLimited } from "~/graph/errorCode";
import { Button } from "~/ui/button/Button";
import { Select } from "~/ui/input/Select";
import { changeOf, mustConfirm } from "./ActionDialog";
import type { Notice } from "./ActionNotice";
import { BatchResultList, type BatchResult } from "./BatchResultList";
import styles from "./BulkActions.module.css";
import { useUserTexts } from "./userTexts";
import { useUserAction } from "./useUserAction";

type User = ManagedUserListFragment["users"][number];

export interface BulkActionsProps {
  /** The selected users. */
  users: readonly User[];
  /** Called with the ids of the users who stay selected. */
  onSelect: (ids: readonly string[]) => void;
  /** Called with the result of an undo. */
  onNotice: (notice: Notice | undefined) => void;
  /** Called after the last action. */
  onDone: () => Promise<void>;
}

/** An action with the selected users for whom it is allowed. */
interface Choice {
  key: string;
  option: UserActionOptionFragment;
  users: readonly User[];
}

/** The actions that need no further input, each with the users who allow it. */
function choicesOf(users: readonly User[]): readonly Choice[] {
  const byKey = new Map<string, { key: string; option: UserActionOptionFragment; users: User[] }>();
  for (const user of users) {
    for (const option of user.actions) {
      // These need a reason or an edition per user.
      if (option.action === "DENY_REQUEST" || option.action === "EDIT_ACCESS") continue;
      const key = [option.action, option.application, option.organization?.id, option.role].join(" ");
      const existing = byKey.get(key);
      if (existing) existing.users.push(user);
      else byKey.set(key, { key, option, users: [user] });
    }
  }
  return [...byKey.values()];
}

/** Runs an action on several users, one after the other, with the progress and a result for each. */
export function BulkActions({ users, onSelect, onNotice, onDone }: BulkActionsProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const { act, undo } = useUserAction();
  const [selectedKey, setSelectedKey] = useState("");
  const [isConfirming, setConfirming] = useState(false);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [results, setResults] = useState<readonly BatchResult[]>([]);
  /** The number of users for whom the action was not tried, since the administrator's limit of mails was reached. */
  const [leftCount, setLeftCount] = useState(0);
  const resultElement = useRef<HTMLDivElement>(null);
  // The clicked button no longer exists: moves the focus to the result.
  const hasResults = results.length > 0 || leftCount > 0;
  useEffect(() => {
    if (hasResults) resultElement.current?.focus();
  }, [hasResults]);
  // Destructive actions last, in a group of their own.
  const choices = choicesOf(users).toSorted((a, b) => Number(a.option.isDestructive) - Number(b.option.isDestructive));
  const selectedOption = choices.find(({ key }) => key === selectedKey);
  if (users.length === 0 && !hasResults) return null;

  const run = async ({ option, users: affected }: Choice) => {
    setConfirming(false);
    setResults([]);
    setLeftCount(0);
    onNotice(undefined);
    const all: BatchResult[] = [];
    let left: readonly User[] = [];
    for (const [done, user] of affected.entries()) {
      setProgress({ done, total: affected.length });
      const { code, undo: undoId } = await act(user.id, changeOf(option));
      if (code === rateLimited) {
        left = affected.slice(done);
        break;
      }
      all.push({ key: user.id, name: user.fullName || user.email, code, undo: undoId });
    }
    setProgress(undefined);
    setResults(all);
    setLeftCount(left.length);
    setSelectedKey("");
    onSelect(left.map(({ id }) => id));
    await onDone();
  };
  const undoResult = async ({ key, name, undo: id }: BatchResult) => {
    if (!id) return;
    const { undo: again, ...result } = await undo(id);
    setResults((all) => all.map((one) => (one.key === key ? { ...one, undo: again } : one)));
    onNotice({ isUndo: true, name, ...result });
    await onDone();
  };
  return (
    <section className={styles.bulk} aria-label={formatMessage({ id: "users.actions" })}>
      {users.length > 0 && !progress && (
        <>
          <p className={styles.count}>{formatMessage({ id: "users.bulk.selected" }, { count: users.length })}</p>
          <Select
            className={styles.select}
            isFilter
            label={formatMessage({ id: "users.bulk.choose" })}
            value={selectedKey}
            placeholder={formatMessage({ id: "form.choose" })}
            onChange={(event) => {
              setSelectedKey(event.target.value);
              setConfirming(false);
            }}
            options={choices.map(({ key, option, users: affected }) => ({
              value: key,
              group: formatMessage({ id: option.isDestructive ? "users.bulk.remove" : "users.bulk.change" }),
              label: `${[
                texts.action(option.action),
                option.application && texts.application(option.application),
                option.organization?.name,
              ]
                .filter(Boolean)
                .join(": ")} (${affected.length})`,
            }))}
          />
          {selectedOption && isConfirming && (
            <p className={styles.warning}>
              {formatMessage({
                id: selectedOption.option.isDestructive ? "users.bulk.confirm" : "users.bulk.confirmRole",
              })}
            </p>
          )}
          <div className={styles.buttons}>
            {selectedOption && (
              <Button
                size="small"
                onClick={() =>
                  mustConfirm(selectedOption.option) && !isConfirming ? setConfirming(true) : void run(selectedOption)
                }
              >
                {isConfirming
                  ? formatMessage({ id: "users.confirm" })
                  : formatMessage({ id: "users.bulk.run" }, { count: selectedOption.users.length })}
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={() => onSelect([])}>
              {formatMessage({ id: "users.bulk.clear" })}
            </Button>
          </div>
        </>
      )}
      <div ref={resultElement} tabIndex={-1}>
        <BatchResultList
          progress={progress}
          results={results}
          done="users.bulk.done"
          failed="users.bulk.failed"
          limited={leftCount > 0 && formatMessage({ id: "users.bulk.limited" }, { count: leftCount })}
          onUndo={(result) => void undoResult(result)}
        />
      </div>
    </section>
  );
}
