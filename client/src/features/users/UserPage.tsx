import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type {
  FormFieldViewNormalizedFragment,
  ManagedUserDetailFragment,
  ManagedUserPageFragment,
  PortalService,
  UserActionOptionFragment,
} from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { ExportLinks } from "~/ui/record/ExportLinks";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { RecordSection } from "~/ui/record/RecordSection";
import { RecordNote, RecordPage } from "~/ui/record/RecordPage";
import { Term, Terms } from "~/ui/record/Terms";
import { AccessStatusLabel } from "./AccessStatusLabel";
import { changeOf } from "./ActionDialog";
import { ActionNotice, type Notice } from "./ActionNotice";
import { AuditLogList } from "./AuditLogList";
import { BatchResultList, type BatchResult } from "./BatchResultList";
import { DenyAllDialog } from "./DenyAllDialog";
import { useUserTexts } from "./userTexts";
import { useActionFlow } from "./useActionFlow";
import { useUserAction } from "./useUserAction";
import styles from "./UserPage.module.css";

export interface UserPageProps {
  user: ManagedUserPageFragment;
  denialFields: readonly FormFieldViewNormalizedFragment[];
  /** The result of the last action. It belongs to the screen, because the page ends with a deleted user. */
  notice: Notice | undefined;
  onNotice: (notice: Notice | undefined) => void;
  /** Called after an action: reloads the page. */
  onChanged: () => Promise<void>;
}

/** A user with memberships, accesses and the actions that the administrator may take (`/mykomax/user-admin/{id}`). */
export function UserPage({ user, denialFields, notice, onNotice, onChanged }: UserPageProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const { act, undo, isBusy } = useUserAction();
  const name = user.fullName || user.email;

  /** The results of the decision on all requests. */
  const [decided, setDecided] = useState<{ action: Decision; results: readonly BatchResult[] }>();
  const [isDenying, setDenying] = useState(false);
  const decidedElement = useRef<HTMLDivElement>(null);
  // The pressed button no longer exists.
  const hasDecided = decided !== undefined;
  useEffect(() => {
    if (hasDecided) decidedElement.current?.focus();
  }, [hasDecided]);
  const flow = useActionFlow({
    denialFields,
    onNotice: (next) => {
      setDecided(undefined);
      onNotice(next);
    },
    onChanged,
  });
  const hasSeveral = user.organizations.length > 1;
  const labelOf = ({ application, organization }: UserActionOptionFragment) =>
    [application && texts.application(application), hasSeveral && organization?.name].filter(Boolean).join(" · ");
  const requests = user.actions.filter(({ action }) => action === "ACCEPT_REQUEST");

  /** Decides on all open requests, one after the other, with a result for each. */
  const decideAll = async (action: Decision, reason = "") => {
    setDenying(false);
    onNotice(undefined);
    setDecided(undefined);
    const results: BatchResult[] = [];
    for (const option of requests) {
      const change = { ...changeOf(option), action, ...(reason ? { reason } : {}) };
      const { code, undo: undoId } = await act(user.id, change);
      results.push({ key: keyOf(option), name: labelOf(option), code, undo: undoId });
    }
    setDecided({ action, results });
    await onChanged();
  };
  const undoDecided = async ({ key, undo: id }: BatchResult) => {
    if (!id) return;
    const { undo: again, ...result } = await undo(id);
    setDecided(
      (all) => all && { ...all, results: all.results.map((one) => (one.key === key ? { ...one, undo: again } : one)) },
    );
    onNotice({ isUndo: true, name, ...result });
    await onChanged();
  };
  const actionsWhere = (matches: (option: UserActionOptionFragment) => boolean) => user.actions.filter(matches);
  /** A button of an action; on an access, its name contains the application. */
  const button = (option: UserActionOptionFragment, label = texts.action(option.action)) => (
    <Button
      key={keyOf(option)}
      size="small"
      variant={option.action === "ACCEPT_REQUEST" ? "primary" : option.isDestructive ? "quiet" : "secondary"}
      disabled={isBusy || flow.isBusy}
      onClick={() => flow.start(user, option)}
    >
      {label}
      {option.application && <VisuallyHidden>{` ${labelOf(option)}`}</VisuallyHidden>}
    </Button>
  );
  const isOfOrganization = ({ action }: UserActionOptionFragment) =>
    action === "ASSIGN_ORGANIZATION" || action === "REMOVE_ORGANIZATION";
  const accountActions = actionsWhere((option) => !option.application && !isOfOrganization(option));
  /** With several organizations, a role is that of one of them. */
  const accountLabel = ({ action, organization }: UserActionOptionFragment) =>
    hasSeveral && organization ? `${texts.action(action)}: ${organization.name}` : texts.action(action);
  const joins = actionsWhere(({ action }) => action === "ASSIGN_ORGANIZATION");
  return (
    <RecordPage
      overline={
        <>
          <AccessStatusLabel status={user.status} />
          {user.role !== "NONE" && formatMessage({ id: `users.role.${user.role}` })}
        </>
      }
      title={name}
      notes={
        <>
          {user.isEmployee && <RecordNote>{formatMessage({ id: "users.employee" })}</RecordNote>}
          {user.inviteExpiresAt && (
            <RecordNote>
              {formatMessage(
                { id: user.status === "INVITE_EXPIRED" ? "users.inviteExpired" : "users.inviteExpires" },
                { date: texts.moment(user.inviteExpiresAt) },
              )}
            </RecordNote>
          )}
        </>
      }
      notice={<ActionNotice notice={notice} onUndo={(id) => void flow.undo(name, id)} />}
      aside={
        <>
          <RecordSection title={formatMessage({ id: "users.details" })}>
            <Terms>
              <Term label={formatMessage({ id: "users.email" })}>
                <a href={`mailto:${user.email}`}>{user.email}</a>
              </Term>
              <Term label={formatMessage({ id: "users.role" })}>
                {user.role === "EXTERNAL" && hasSeveral
                  ? formatMessage(
                      { id: "users.administratorOf" },
                      { organizations: user.administratorOf.map((one) => one.name).join(", ") },
                    )
                  : formatMessage({ id: `users.role.${user.role}` })}
              </Term>
              <Term label={formatMessage({ id: "users.place" })}>{texts.place(user)}</Term>
              <Term label={formatMessage({ id: "users.factor" })}>
                {formatMessage({ id: user.hasSecondFactor ? "users.factor.on" : "users.factor.off" })}
              </Term>
              {user.requestedBy && (
                <Term label={formatMessage({ id: "users.requestedBy" })}>{user.requestedBy.fullName}</Term>
              )}
              {user.requestedAt && (
                <Term label={formatMessage({ id: "users.requestDate" })}>{texts.moment(user.requestedAt)}</Term>
              )}
            </Terms>
            {user.factorReset && (
              <RecordNote>
                {formatMessage(
                  { id: "users.factor.requested" },
                  { by: user.factorReset.requestedBy.fullName, date: texts.moment(user.factorReset.requestedAt) },
                )}
              </RecordNote>
            )}
            {accountActions.length > 0 && (
              <div className={styles.buttons}>
                {accountActions.map((option) => button(option, accountLabel(option)))}
              </div>
            )}
          </RecordSection>
          <RecordSection title={formatMessage({ id: "users.log" })}>
            <AuditLogList log={user.auditLog} userId={user.id} onUndo={(id) => void flow.undo(name, id)} />
            {user.auditLog.edges.length > 0 && <ExportLinks csv={user.auditExportUrl} xlsx={user.auditExportXlsxUrl} />}
          </RecordSection>
        </>
      }
    >
      <RecordSection title={formatMessage({ id: "users.applications" })}>
        {requests.length > 1 && (
          <div className={styles.buttons}>
            <Button size="small" disabled={isBusy} onClick={() => void decideAll("ACCEPT_REQUEST")}>
              {formatMessage({ id: "users.acceptAll" }, { count: requests.length })}
            </Button>
            <Button size="small" variant="secondary" disabled={isBusy} onClick={() => setDenying(true)}>
              {formatMessage({ id: "users.denyAll" }, { count: requests.length })}
            </Button>
          </div>
        )}
        <div ref={decidedElement} tabIndex={-1}>
          <BatchResultList
            progress={undefined}
            results={decided?.results ?? []}
            done={decided?.action === "DENY_REQUEST" ? "users.requests.denied" : "users.requests.accepted"}
            failed={decided?.action === "DENY_REQUEST" ? "users.requests.notDenied" : "users.requests.notAccepted"}
            limited={false}
            onUndo={(result) => void undoDecided(result)}
          />
        </div>
        <ul className={styles.rows}>
          {applicationsOf(user).map(({ application, organization }) => {
            const access = user.accesses.find(
              (one) => one.application === application && one.organization.id === organization.id,
            );
            return (
              <li key={`${application} ${organization.id}`} className={styles.row}>
                <div>
                  <h3 className={styles.name}>
                    {texts.application(application)}
                    {hasSeveral && ` · ${organization.name}`}
                  </h3>
                  <AccessNotes access={access} />
                </div>
                <div>
                  {access ? (
                    <AccessStatusLabel status={access.status} />
                  ) : (
                    <RecordNote>{formatMessage({ id: "users.access.none" })}</RecordNote>
                  )}
                </div>
                <div className={styles.buttons}>
                  {actionsWhere(
                    (option) => option.application === application && option.organization?.id === organization.id,
                  ).map((option) => button(option))}
                </div>
              </li>
            );
          })}
        </ul>
      </RecordSection>
      <RecordSection title={formatMessage({ id: "users.organizations" })}>
        <ul className={styles.rows}>
          {user.organizations.map((organization) => (
            <li key={organization.id} className={styles.row}>
              <div>
                <h3 className={styles.name}>
                  <Link to={organization.url}>{organization.name}</Link>
                </h3>
                <RecordNote>
                  {organization.city} · {formatMessage({ id: "users.members" }, { count: organization.memberCount })}
                </RecordNote>
              </div>
              <div className={styles.buttons}>
                {actionsWhere((o) => o.action === "REMOVE_ORGANIZATION" && o.organization?.id === organization.id).map(
                  (o) => button(o),
                )}
              </div>
            </li>
          ))}
        </ul>
        {joins.length > 0 && (
          <details className={styles.more}>
            <summary>{texts.action("ASSIGN_ORGANIZATION")}</summary>
            <div className={styles.buttons}>{joins.map((option) => button(option, option.organization?.name))}</div>
          </details>
        )}
      </RecordSection>
      {flow.dialog}
      {isDenying && (
        <DenyAllDialog
          name={name}
          applications={requests.map(labelOf)}
          denialFields={denialFields}
          onClose={() => setDenying(false)}
          onDeny={(reason) => void decideAll("DENY_REQUEST", reason)}
        />
      )}
    </RecordPage>
  );
}

type Decision = "ACCEPT_REQUEST" | "DENY_REQUEST";

/** Identifies an action of a user. */
const keyOf = ({ action, application, organization, role }: UserActionOptionFragment) =>
  [action, application, organization?.id, role].join(" ");

/** The applications of the user's organizations, with each organization that offers them. */
function applicationsOf(user: ManagedUserDetailFragment) {
  const all = new Set<PortalService>(user.organizations.flatMap(({ applications }) => applications));
  return [...all].flatMap((application) =>
    user.organizations
      .filter(({ applications }) => applications.includes(application))
      .map((organization) => ({ application, organization })),
  );
}

function AccessNotes({ access }: { access: ManagedUserDetailFragment["accesses"][number] | undefined }) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  if (!access) return null;
  const notes = [
    access.edition !== "UNKNOWN" && formatMessage({ id: `portal.userType.${access.edition}` }),
    access.requestedAt
      ? formatMessage({ id: "users.access.requested" }, { date: texts.moment(access.requestedAt) })
      : access.changedAt && formatMessage({ id: "users.access.changed" }, { date: texts.date(access.changedAt) }),
    access.expiresAt && formatMessage({ id: "users.access.expires" }, { date: texts.date(access.expiresAt) }),
    access.reason && formatMessage({ id: "users.access.reason" }, { reason: access.reason }),
  ].filter(Boolean);
  return <RecordNote>{notes.join(" · ")}</RecordNote>;
}
