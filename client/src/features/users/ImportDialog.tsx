import { useMutation } from "@apollo/client/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  CheckInvitationsDocument,
  type CheckInvitationsMutation,
  InviteUserDocument,
  type ManagedUserListFragment,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { toBase64 } from "~/lib/base64";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { Select } from "~/ui/input/Select";
import styles from "./ImportDialog.module.css";
import { useUserTexts } from "./texts";

type Checked = CheckInvitationsMutation["checkInvitations"];
type Invitation = Checked["invitations"][number] & { key: string };

export interface ImportDialogProps {
  list: Pick<ManagedUserListFragment, "organizations" | "maxImportBytes">;
  onClose: () => void;
  /** Called after invitations were sent. */
  onSent: () => Promise<void>;
}

/** Sends the invitations of a CSV file: first the whole file is checked, then each invitation has a result. */
export function ImportDialog({ list, onClose, onSent }: ImportDialogProps) {
  const { formatMessage, locale } = useIntl();
  const texts = useUserTexts();
  const fileId = useId();
  const [checked, setChecked] = useState<Checked>();
  const [hasFailed, setFailed] = useState(false);
  const [waiting, setWaiting] = useState<readonly Invitation[]>([]);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [results, setResults] = useState<readonly { email: string; line: number; code: string | undefined }[]>([]);
  const [check, { loading }] = useMutation(CheckInvitationsDocument, signedIn);
  const [invite] = useMutation(InviteUserDocument, signedIn);
  const outcome = useRef<HTMLDivElement>(null);
  // The button that was pressed cannot be pressed meanwhile, or is gone: the focus goes to what became of it.
  useEffect(() => {
    if (checked || hasFailed || results.length > 0) outcome.current?.focus();
  }, [checked, hasFailed, results]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get("file") as File;
    setChecked(undefined);
    setFailed(false);
    setResults([]);
    setWaiting([]);
    if (file.size > list.maxImportBytes) {
      setChecked({
        __typename: "CheckInvitationsPayload",
        invitations: [],
        problems: [{ __typename: "ImportProblem", line: 0, code: "TOO_LARGE", value: "" }],
      });
      return;
    }
    const input = {
      file: toBase64(new Uint8Array(await file.arrayBuffer())),
      organization: form.get("organization") as string,
      language: locale,
    };
    const { data } = await check({ variables: { input } });
    if (!data) {
      setFailed(true);
      return;
    }
    setChecked(data.checkInvitations);
    setWaiting(data.checkInvitations.invitations.map((one) => ({ ...one, key: crypto.randomUUID() })));
  };

  const send = async () => {
    const all: { email: string; line: number; code: string | undefined }[] = [];
    const again: Invitation[] = [];
    for (const [done, one] of waiting.entries()) {
      setProgress({ done, total: waiting.length });
      const { line, email, firstName, lastName, organization, applications, role, key } = one;
      const input = {
        idempotencyKey: key,
        email,
        firstName,
        lastName,
        organization,
        applications: [...applications],
        role,
        language: locale,
      };
      const { data } = await invite({ variables: { input, locale } });
      const code = data ? data.inviteUser.userErrors[0]?.code : "OTHER";
      all.push({ email, line, code });
      // After a failure of the network the same key can be sent again.
      if (!data) again.push(one);
    }
    setProgress(undefined);
    setResults(all);
    setWaiting(again);
    setChecked(undefined);
    await onSent();
  };
  const failed = results.filter(({ code }) => code !== undefined);
  return (
    <Dialog open title={formatMessage({ id: "users.import" })} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <p>{formatMessage({ id: "users.import.lead" })}</p>
        <p className={styles.file}>
          <label htmlFor={fileId}>{formatMessage({ id: "users.import.file" })}</label>
          <input id={fileId} type="file" name="file" accept=".csv,text/csv,text/plain" required data-focus-first="" />
        </p>
        <Select
          name="organization"
          required
          label={formatMessage({ id: "users.invite.organization" })}
          options={list.organizations.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <div ref={outcome} tabIndex={-1}>
          {checked && checked.problems.length > 0 && (
            <div role="alert" className={styles.problems}>
              <p>{formatMessage({ id: "users.import.refused" })}</p>
              <ul>
                {checked.problems.map(({ line, code, value }) => (
                  <li key={`${line} ${code} ${value}`}>
                    {line > 0 && `${formatMessage({ id: "users.import.line" }, { line })}: `}
                    {importTexts.includes(code)
                      ? formatMessage({ id: `users.import.${code as "EMAIL"}` })
                      : formatMessage({ id: "users.import.UNREADABLE" })}
                    {value && ` (${value})`}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {hasFailed && (
            <FlashMessage flash={{ type: "error", static: true, text: formatMessage({ id: "users.error.OTHER" }) }} />
          )}
          <div role="status">
            {waiting.length > 0 && !progress && results.length === 0 && (
              <p>{formatMessage({ id: "users.import.ready" }, { count: waiting.length })}</p>
            )}
            {progress && (
              <p>
                <progress value={progress.done} max={progress.total} />{" "}
                {formatMessage({ id: "users.bulk.progress" }, progress)}
              </p>
            )}
            {results.length > 0 && (
              <p>{formatMessage({ id: "users.import.sent" }, { count: results.length - failed.length })}</p>
            )}
            {failed.length > 0 && (
              <>
                <p>{formatMessage({ id: "users.import.notSent" }, { count: failed.length })}</p>
                <ul>
                  {failed.map(({ email, line, code }) => (
                    <li key={line}>
                      {email}: {texts.error(code)}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </div>
        <div className={styles.actions}>
          {waiting.length > 0 && (
            <Button loading={progress !== undefined} onClick={() => void send()}>
              {formatMessage({ id: "users.import.send" }, { count: waiting.length })}
            </Button>
          )}
          <Button type="submit" variant={waiting.length > 0 ? "secondary" : "primary"} loading={loading}>
            {formatMessage({ id: "users.import.check" })}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {formatMessage({ id: "common.close" })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The codes of problems that have a text. */
const importTexts: readonly string[] = [
  "UNREADABLE",
  "TOO_LARGE",
  "EMPTY",
  "EMAIL",
  "NAME",
  "TWICE",
  "ORGANIZATION",
  "APPLICATION",
  "ROLE",
];
