import { useMutation } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { type IntlShape, useIntl } from "react-intl";
import { EndSessionDocument, EndSessionsDocument, type SessionViewFragment } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { useAccount } from "~/lib/account/account";
import { Button } from "~/ui/button/Button";
import styles from "./Account.module.css";
import { AccountFailure } from "./AccountFailure";

export interface SessionsProps {
  sessions: readonly SessionViewFragment[];
}

/** The browsers in which the user is logged in, which can be logged out (ACC-14). */
export function Sessions({ sessions }: SessionsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const account = useAccount();
  const [endSession, one] = useMutation(EndSessionDocument, signedIn);
  const [endSessions, all] = useMutation(EndSessionsDocument, signedIn);
  const [remaining, setRemaining] = useState<readonly SessionViewFragment[] | null>();
  const [ending, setEnding] = useState<string>();
  const [done, setDone] = useState<string>();
  const shown = remaining ?? sessions;
  const isBusy = one.loading || all.loading;

  const end = async (session: SessionViewFragment) => {
    setEnding(session.id);
    setDone(undefined);
    const { data } = await endSession({ variables: { input: { sessionId: session.id } } });
    if (!data) return;
    setRemaining(data.endSession.sessions);
    setDone(formatMessage({ id: "account.sessionEnded" }, { name: nameOf(intl, session) }));
  };
  const endAll = async (exceptCurrent: boolean) => {
    setEnding(exceptCurrent ? "others" : "all");
    setDone(undefined);
    const { data } = await endSessions({ variables: { input: { exceptCurrent } } });
    if (!data) return;
    if (!exceptCurrent) {
      const signIn = await account.open();
      await signIn.logIn(window.location.pathname);
      return;
    }
    setRemaining(data.endSessions.sessions);
    setDone(formatMessage({ id: "account.otherSessionsEnded" }));
  };
  const element = useRef<HTMLDivElement>(null);
  // The button of an ended session no longer exists.
  useEffect(() => {
    if (done) element.current?.focus();
  }, [done]);
  return (
    <div ref={element} tabIndex={-1} className={styles.sessionPart}>
      {done && <p role="status">{done}</p>}
      <ul className={styles.sessions}>
        {shown.map((session) => {
          const name = nameOf(intl, session);
          return (
            <li key={session.id} className={styles.session}>
              <div>
                <p>
                  <strong>{name}</strong>
                  {session.isCurrent && (
                    <span className={styles.current}>{formatMessage({ id: "account.currentSession" })}</span>
                  )}
                </p>
                <p className={styles.saved}>
                  {formatMessage(
                    { id: "account.sessionTimes" },
                    { signedIn: timeOf(intl, session.signedInAt), seen: timeOf(intl, session.lastSeenAt) },
                  )}
                </p>
              </div>
              {!session.isCurrent && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={formatMessage({ id: "account.endOneSession" }, { name })}
                  loading={isBusy && ending === session.id}
                  disabled={isBusy}
                  onClick={() => void end(session)}
                >
                  {formatMessage({ id: "account.endSession" })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <div className={styles.actions}>
        {shown.some((session) => !session.isCurrent) && (
          <Button
            variant="secondary"
            loading={isBusy && ending === "others"}
            disabled={isBusy}
            onClick={() => void endAll(true)}
          >
            {formatMessage({ id: "account.endOtherSessions" })}
          </Button>
        )}
        <Button
          variant="secondary"
          loading={isBusy && ending === "all"}
          disabled={isBusy}
          onClick={() => void endAll(false)}
        >
          {formatMessage({ id: "account.endAllSessions" })}
        </Button>
        <AccountFailure error={one.error ?? all.error} />
      </div>
    </div>
  );
}

function nameOf({ formatMessage }: IntlShape, { browser, system }: SessionViewFragment): string {
  const name = browser || formatMessage({ id: "account.unknownBrowser" });
  return system ? formatMessage({ id: "account.sessionName" }, { browser: name, system }) : name;
}

function timeOf({ formatDate }: IntlShape, time: string): string {
  return formatDate(time, { dateStyle: "medium", timeStyle: "short" });
}
