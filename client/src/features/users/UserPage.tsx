import { useState } from "react";
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
import { DownloadLink } from "~/ui/record/DownloadLink";
import { RecordSection } from "~/ui/record/RecordSection";
import { RecordNote, RecordPage } from "~/ui/record/RecordPage";
import { Term, Terms } from "~/ui/record/Terms";
import { AccessStatusLabel } from "./AccessStatusLabel";
import { ActionDialog, changeOf, needsDialog } from "./ActionDialog";
import { ActionNotice, type Notice } from "./ActionNotice";
import { AuditLogList } from "./AuditLogList";
import { useUserTexts } from "./userTexts";
import { type Change, useUserAction } from "./useUserAction";
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
  const [pendingOption, setPendingOption] = useState<UserActionOptionFragment>();
  const name = user.fullName || user.email;

  const runAction = async (change: Change) => {
    setPendingOption(undefined);
    onNotice(undefined);
    const result = await act(user.id, change);
    onNotice({ action: change.action, name, ...result });
    // Reloads the audit log, and pages of deleted users.
    if (!result.code || result.user === null) await onChanged();
  };
  const undoAction = async (id: string) => {
    const result = await undo(id);
    onNotice({ isUndo: true, name, ...result });
    await onChanged();
  };
  const startAction = (option: UserActionOptionFragment) => {
    if (needsDialog(option)) setPendingOption(option);
    else void runAction(changeOf(option));
  };
  const actionsWhere = (matches: (option: UserActionOptionFragment) => boolean) => user.actions.filter(matches);
  const button = (option: UserActionOptionFragment, label = texts.action(option.action)) => (
    <Button
      key={`${option.action} ${option.application ?? option.organization?.id ?? option.role ?? ""}`}
      size="small"
      variant={option.action === "ACCEPT_REQUEST" ? "primary" : option.isDestructive ? "quiet" : "secondary"}
      disabled={isBusy}
      onClick={() => startAction(option)}
    >
      {label}
    </Button>
  );
  const accountActions = actionsWhere(({ application, organization }) => !application && !organization);
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
      notice={<ActionNotice notice={notice} onUndo={(id) => void undoAction(id)} />}
      aside={
        <>
          <RecordSection title={formatMessage({ id: "users.details" })}>
            <Terms>
              <Term label={formatMessage({ id: "users.email" })}>
                <a href={`mailto:${user.email}`}>{user.email}</a>
              </Term>
              <Term label={formatMessage({ id: "users.role" })}>
                {formatMessage({ id: `users.role.${user.role}` })}
              </Term>
              <Term label={formatMessage({ id: "users.place" })}>{texts.place(user)}</Term>
              {user.requestedBy && (
                <Term label={formatMessage({ id: "users.requestedBy" })}>{user.requestedBy.fullName}</Term>
              )}
              {user.requestedAt && (
                <Term label={formatMessage({ id: "users.requestDate" })}>{texts.moment(user.requestedAt)}</Term>
              )}
            </Terms>
            {accountActions.length > 0 && (
              <div className={styles.buttons}>{accountActions.map((option) => button(option))}</div>
            )}
          </RecordSection>
          <RecordSection title={formatMessage({ id: "users.log" })}>
            <AuditLogList log={user.auditLog} userId={user.id} />
            {user.auditLog.edges.length > 0 && (
              <DownloadLink url={user.auditExportUrl}>{formatMessage({ id: "users.log.export" })}</DownloadLink>
            )}
          </RecordSection>
        </>
      }
    >
      <RecordSection title={formatMessage({ id: "users.applications" })}>
        <ul className={styles.rows}>
          {applicationsOf(user).map((application) => {
            const access = user.accesses.find((one) => one.application === application);
            return (
              <li key={application} className={styles.row}>
                <div>
                  <h3 className={styles.name}>{texts.application(application)}</h3>
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
                  {actionsWhere((option) => option.application === application).map((option) => button(option))}
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
      {pendingOption && (
        <ActionDialog
          name={name}
          option={pendingOption}
          denialFields={denialFields}
          edition={user.accesses.find(({ application }) => application === pendingOption.application)?.edition}
          onClose={() => setPendingOption(undefined)}
          onConfirm={(change) => void runAction(change)}
        />
      )}
    </RecordPage>
  );
}

/** The applications of the user and of the user's organizations. */
function applicationsOf(user: ManagedUserDetailFragment): readonly PortalService[] {
  const all = new Set<PortalService>(user.accesses.map(({ application }) => application));
  for (const { applications } of user.organizations) applications.forEach((one) => all.add(one));
  return [...all];
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
