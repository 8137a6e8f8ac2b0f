import { useMutation } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  CheckInvitationsDocument,
  type CheckInvitationsMutation,
  InviteUserDocument,
  type ManagedUserListFragment,
  type PortalService,
} from "~/graph/generated/graphql";
import { rateLimited, refusal } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";
import { documentLocale } from "~/lib/document/documentLocale";
import { toBase64 } from "~/lib/encoding/base64";
import { controlValue } from "~/lib/interaction/controlValue";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { newKey } from "~/ui/draft/draft";
import { FileInput } from "~/ui/files/FileInput";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormNotice } from "~/ui/form/FormNotice";
import { useForm } from "~/ui/form/useForm";
import { ImportLines, linesOf, problemOfFile } from "~/ui/import/ImportLines";
import { ImportTemplates } from "~/ui/import/ImportTemplates";
import { Select } from "~/ui/input/Select";
import { BatchResultList, type BatchResult, ProfileLink } from "./BatchResultList";
import { failureCode } from "./useUserAction";

type CheckedInvitations = CheckInvitationsMutation["checkInvitations"];
type Checked = CheckedInvitations["invitations"][number];
type Invitation = Checked & { key: string };

export interface ImportDialogProps {
  list: Pick<
    ManagedUserListFragment,
    "organizations" | "maxImportBytes" | "importTemplateUrl" | "importTemplateXlsxUrl"
  >;
  onClose: () => void;
  /** Called after invitations were sent. */
  onSent: () => Promise<void>;
}

/** Sends the invitations of a file: each line is checked first, then each invitation of a valid one has a result. */
export function ImportDialog({ list, onClose, onSent }: ImportDialogProps) {
  const { organizations } = list;
  const { formatMessage, formatList, formatDate } = useIntl();
  const locale = documentLocale();
  const [checked, setChecked] = useState<CheckedInvitations>();
  const form = useForm();
  const [waiting, setWaiting] = useState<readonly Invitation[]>([]);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [results, setResults] = useState<readonly BatchResult[]>([]);
  const [isLimited, setLimited] = useState(false);
  const [check] = useMutation(CheckInvitationsDocument, signedIn);
  const [invite] = useMutation(InviteUserDocument, signedIn);
  const resultElement = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  // The clicked button is disabled or no longer exists: moves the focus to the result.
  useEffect(() => {
    if (checked?.problems.some(({ line }) => line === 0)) file.current?.focus();
    else if (checked || form.failure || isLimited || results.length > 0) resultElement.current?.focus();
  }, [checked, form.failure, isLimited, results]);

  const reset = () => {
    setChecked(undefined);
    setResults([]);
    setLimited(false);
    setWaiting([]);
  };
  const submit = (element: HTMLFormElement) =>
    form.send(async () => {
      reset();
      const chosen = new FormData(element);
      const input = {
        file: toBase64(new Uint8Array(await (chosen.get("file") as File).arrayBuffer())),
        organization: controlValue(chosen, "organization"),
        language: locale,
      };
      const answer = await check({ variables: { input, locale } });
      if (!answer.data) return refusal(answer);
      setChecked(answer.data.checkInvitations);
      const fresh = answer.data.checkInvitations.invitations.filter(({ existing }) => !existing);
      setWaiting(fresh.map((one) => ({ ...one, key: newKey() })));
      return {};
    });

  const send = async () => {
    const all: BatchResult[] = [];
    let again: readonly Invitation[] = [];
    setLimited(false);
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
      const { data, error } = await invite({ variables: { input, locale } });
      const code = data ? data.inviteUser.userErrors[0]?.code : failureCode(error);
      if (code === rateLimited) {
        again = [...again, ...waiting.slice(done)];
        setLimited(true);
        break;
      }
      all.push({ key: `${line}`, name: email, code, url: data?.inviteUser.user?.url });
      // After a network failure, the retry uses the same key.
      if (!data) again = [...again, one];
    }
    setProgress(undefined);
    setResults(all);
    setWaiting(again);
    setChecked(undefined);
    await onSent();
  };
  const left = { count: waiting.length };
  const applicationTexts = (services: readonly PortalService[]) =>
    services.map((service) => formatMessage({ id: titleOf(service) })).join("; ");
  const roles = (["NONE", "EXTERNAL"] as const).map((role) => formatMessage({ id: `users.role.${role}` }));
  const words = {
    columns: formatList(
      columns.map((id) => formatMessage({ id })),
      { type: "unit" },
    ),
    column: formatMessage({ id: columns[0] }),
    applications: applicationTexts(applicationsOf(organizations)),
    roles: formatList(roles, { type: "unit" }),
  };
  /** The file of invitations, in the form of an import. */
  const fileOf = (invitations: readonly Invitation[]) => {
    const lines = invitations.map(({ email, firstName, lastName, organization, applications, role }) => [
      email,
      firstName,
      lastName,
      organizations.find(({ id }) => id === organization)?.name ?? organization,
      applicationTexts(applications),
      formatMessage({ id: `users.role.${role}` }),
    ]);
    const headings = columns.map((id) => formatMessage({ id }));
    return [headings, ...lines].map((line) => line.map((one) => `"${one.replaceAll('"', '""')}"`).join()).join("\r\n");
  };
  const problems = checked?.problems.map(({ line, code, value }) => ({
    line,
    text: formatMessage({ id: `users.import.${codes.find((one) => one === code) ?? "UNREADABLE"}` }, words),
    value,
  }));
  const ofFile = problemOfFile(problems);
  const lineOf = ({ line, email, firstName, lastName, existing }: Checked) => ({
    line,
    content: (
      <>
        {email}
        <br />
        {`${firstName} ${lastName}`}
      </>
    ),
    result: existing ? (
      <>
        {existing.inviteExpiresAt
          ? formatMessage({ id: "import.invited" }, { date: formatDate(existing.inviteExpiresAt) })
          : formatMessage({ id: "import.member" })}
        <br />
        <ProfileLink url={existing.url} name={email} />
      </>
    ) : (
      formatMessage({ id: "import.new" })
    ),
  });
  return (
    <Dialog open title={formatMessage({ id: "users.import" })} onClose={onClose}>
      <DialogForm
        submit={formatMessage({ id: "import.check" })}
        isSending={form.isSending}
        isMinor={waiting.length > 0}
        close={formatMessage({ id: "common.close" })}
        actions={
          waiting.length > 0 && (
            <Button loading={progress !== undefined} onClick={() => void send()}>
              {formatMessage({ id: "users.import.send" }, { count: waiting.length })}
            </Button>
          )
        }
        onSubmit={(element) => void submit(element)}
        onClose={onClose}
      >
        <p>
          {formatMessage({ id: "users.import.lead" }, { ...words, roles: formatList(roles, { type: "disjunction" }) })}
        </p>
        <ImportTemplates csv={list.importTemplateUrl} xlsx={list.importTemplateXlsxUrl} />
        <FileInput
          ref={file}
          name="file"
          label={formatMessage({ id: "users.import.file" })}
          accept=".xlsx,.csv,text/csv,text/plain"
          maxBytes={list.maxImportBytes}
          error={ofFile}
          required
          data-focus-first=""
          onChosen={reset}
        />
        <Select
          name="organization"
          required
          label={formatMessage({ id: "users.invite.organization" })}
          options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <div ref={resultElement} tabIndex={-1}>
          {problems && problems.length > 0 && !ofFile && (
            <p role="alert">{formatMessage({ id: "users.import.refused" }, { count: problems.length })}</p>
          )}
          <FormNotice form={form} failed="users.error.OTHER" />
          <p role="status">{checked && !ofFile && !progress && formatMessage({ id: "users.import.ready" }, left)}</p>
          {checked && problems && !ofFile && (
            <ImportLines
              subject={formatMessage({ id: "users.log.person" })}
              lines={[...checked.invitations.map(lineOf), ...linesOf(problems)]}
            />
          )}
          <BatchResultList
            progress={progress}
            results={results}
            done="users.import.sent"
            failed="users.import.notSent"
            limited={isLimited && formatMessage({ id: "users.import.limited" }, left)}
          />
          {isLimited && (
            <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(fileOf(waiting))}`} download="invitations.csv">
              {formatMessage({ id: "users.import.download" }, left)}
            </a>
          )}
        </div>
      </DialogForm>
    </Dialog>
  );
}

/** The headings of the columns, as the server reads them in every language (domain/useradmin/importwords.go). */
const columns = [
  "users.email",
  "form.field.firstName",
  "form.field.lastName",
  "users.invite.organization",
  "users.invite.applications",
  "users.invite.role",
] as const;

const titleOf = (service: PortalService) => `portal.service.${service}.title` as const;

/** The applications that at least one organization has. */
function applicationsOf(organizations: ImportDialogProps["list"]["organizations"]): readonly PortalService[] {
  return [...new Set(organizations.flatMap(({ applications }) => applications))];
}

/** The problem codes with their own text. */
const codes = [
  "UNREADABLE",
  "ENCODING",
  "TOO_LARGE",
  "EMPTY",
  "EMAIL",
  "NAME",
  "TWICE",
  "ORGANIZATION",
  "APPLICATION",
  "ROLE",
] as const;
