import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { rateLimited } from "~/graph/errorCode";
import type { ManagedUserListFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { ChevronDownIcon } from "~/ui/icon/iconSet";
import { changeOf, mustConfirm } from "./ActionDialog";
import type { Notice } from "./ActionNotice";
import { BatchResultList, type BatchResult, type BatchResultListProps } from "./BatchResultList";
import styles from "./BulkActions.module.css";
import { type BulkChoice, choicesOf, usersOf } from "./bulkChoices";
import { useUserTexts } from "./userTexts";
import { useUserAction } from "./useUserAction";

const BulkDialog = lazy(() => import("./BulkDialog"));

export interface BulkActionsProps {
  /** The selected users. */
  users: ManagedUserListFragment["users"];
  denialFields: ManagedUserListFragment["denialFields"];
  /** Called with the ids of the users who stay selected. */
  onSelect: (ids: readonly string[]) => void;
  /** Called with the result of an undo. */
  onNotice: (notice: Notice | undefined) => void;
  /** Called after the last action. */
  onDone: () => Promise<void>;
}

/** Milliseconds for which results without a failure are shown. The audit log offers the undo for longer (USER-26). */
const shownFor = 30_000;

/** The texts of the results: of requests, and of other actions. */
const resultTexts: Readonly<Record<string, Pick<BatchResultListProps, "done" | "failed">>> = {
  ACCEPT_REQUEST: { done: "users.requests.accepted", failed: "users.requests.notAccepted" },
  DENY_REQUEST: { done: "users.requests.denied", failed: "users.requests.notDenied" },
};
const otherTexts = { done: "users.bulk.done", failed: "users.bulk.failed" } as const;

/**
 * What can be done with the selected users, in a bar at the bottom of the window. Runs an action on one user after the
 * other, with the progress, and then a message with the result for each.
 */
export function BulkActions({ users, denialFields, onSelect, onNotice, onDone }: BulkActionsProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const { act, undo } = useUserAction();
  const moreId = useId();
  const more = useRef<HTMLDivElement>(null);
  const [pending, setPending] = useState<BulkChoice>();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [results, setResults] = useState<readonly BatchResult[]>([]);
  const [action, setAction] = useState("");
  /** The number of users for whom the action was not tried, since the administrator's limit of mails was reached. */
  const [leftCount, setLeftCount] = useState(0);
  const resultElement = useRef<HTMLDivElement>(null);
  // The clicked button no longer exists: moves the focus to the result.
  const hasResults = results.length > 0 || leftCount > 0;
  useEffect(() => {
    if (hasResults) resultElement.current?.focus({ preventScroll: true });
  }, [hasResults]);
  const choices = choicesOf(users);
  const first = choices.filter(({ isRequest }) => isRequest);
  const others = choices.filter(({ isRequest }) => !isRequest);

  const clearResults = () => {
    setResults([]);
    setLeftCount(0);
  };
  const run = async ({ steps, option, isRequest }: BulkChoice, reason?: string) => {
    setPending(undefined);
    clearResults();
    onNotice(undefined);
    setAction(option.action);
    const all: BatchResult[] = [];
    let left: BulkChoice["steps"] = [];
    for (const [done, { user, option: own }] of steps.entries()) {
      setProgress({ done, total: steps.length });
      const change = reason === undefined ? changeOf(own) : { ...changeOf(own), reason };
      const { code, undo: undoId } = await act(user.id, change);
      if (code === rateLimited) {
        left = steps.slice(done);
        break;
      }
      const name = user.fullName || user.email;
      const of = isRequest && own.application ? `${name}: ${texts.application(own.application)}` : name;
      all.push({ key: `${user.id} ${done}`, name: of, code, undo: undoId });
    }
    const leftUsers = usersOf({ steps: left });
    setProgress(undefined);
    setResults(all);
    setLeftCount(leftUsers.length);
    onSelect(leftUsers.map(({ id }) => id));
    await onDone();
  };
  const undoResult = async ({ key, name, undo: id }: BatchResult) => {
    if (!id) return;
    const { undo: again, ...result } = await undo(id);
    setResults((all) => all.map((one) => (one.key === key ? { ...one, undo: again } : one)));
    onNotice({ isUndo: true, name, ...result });
    await onDone();
  };
  const start = (choice: BulkChoice) => {
    if (more.current?.matches(":popover-open")) more.current.hidePopover();
    if (mustConfirm(choice.option) || choice.option.action === "DENY_REQUEST") setPending(choice);
    else void run(choice);
  };
  const hasFailure = leftCount > 0 || results.some(({ code }) => code !== undefined);
  return (
    <>
      {(users.length > 0 || progress) && (
        <section className={styles.bar} aria-label={formatMessage({ id: "users.actions" })}>
          {progress ? (
            <BatchResultList progress={progress} results={[]} {...otherTexts} limited={false} />
          ) : (
            <>
              <p className={styles.count} role="status">
                {formatMessage({ id: "users.bulk.selected" }, { count: users.length })}
              </p>
              {first.map((choice) => (
                <Button
                  key={choice.key}
                  size="small"
                  variant={choice.option.action === "ACCEPT_REQUEST" ? "primary" : "secondary"}
                  onClick={() => start(choice)}
                >
                  {formatMessage(
                    { id: choice.option.action === "ACCEPT_REQUEST" ? "users.bulk.accept" : "users.bulk.deny" },
                    { count: choice.steps.length },
                  )}
                </Button>
              ))}
              {others.length > 0 && (
                <Button
                  size="small"
                  variant="secondary"
                  popoverTarget={moreId}
                  trailingIcon={<ChevronDownIcon size={16} />}
                >
                  {formatMessage({ id: "users.bulk.more" })}
                </Button>
              )}
              <Button size="small" variant="quiet" onClick={() => onSelect([])}>
                {formatMessage({ id: "users.bulk.clear" })}
              </Button>
              <div
                ref={more}
                id={moreId}
                popover="auto"
                role="group"
                aria-label={formatMessage({ id: "users.bulk.more" })}
                className={styles.more}
              >
                {others.map((choice) => (
                  <button
                    key={choice.key}
                    type="button"
                    className={styles.item}
                    data-destructive={choice.option.isDestructive || undefined}
                    onClick={() => start(choice)}
                  >
                    {texts.choice(choice.option)} ({choice.steps.length})
                  </button>
                ))}
              </div>
            </>
          )}
        </section>
      )}
      {pending && (
        <Suspense>
          <BulkDialog
            choice={pending}
            denialFields={denialFields}
            onClose={() => setPending(undefined)}
            onConfirm={(reason) => void run(pending, reason)}
          />
        </Suspense>
      )}
      {hasResults && !progress && (
        <div ref={resultElement} tabIndex={-1}>
          <FlashMessage
            flash={{
              floating: true,
              type: hasFailure ? "error" : "success",
              timeout: hasFailure ? null : shownFor,
              isCounted: !hasFailure && results.some(({ undo: id }) => id),
            }}
            onHide={clearResults}
          >
            <div className={styles.results}>
              <BatchResultList
                progress={undefined}
                results={results}
                {...(resultTexts[action] ?? otherTexts)}
                limited={leftCount > 0 && formatMessage({ id: "users.bulk.limited" }, { count: leftCount })}
                onUndo={(result) => void undoResult(result)}
              />
            </div>
          </FlashMessage>
        </div>
      )}
    </>
  );
}
