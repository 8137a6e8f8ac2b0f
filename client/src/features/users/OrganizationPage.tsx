import { useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { OrganizationPageFragment } from "~/graph/generated/graphql";
import { Button, ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon, PlusIcon } from "~/ui/icon/iconSet";
import { RecordSection } from "~/ui/record/RecordSection";
import { RecordPage } from "~/ui/record/RecordPage";
import { Term, Terms } from "~/ui/record/Terms";
import { AccessStatusLabel } from "./AccessStatusLabel";
import { ActionNotice, type Notice } from "./ActionNotice";
import { AuditLogList } from "./AuditLogList";
import { InviteDialog } from "./InviteDialog";
import { MembershipRequests } from "./MembershipRequests";
import { OpenRequests } from "./OpenRequests";
import styles from "./OrganizationPage.module.css";
import { useActionFlow } from "./useActionFlow";
import { useUserTexts } from "./userTexts";
import { UserRows } from "./UserRows";

export interface OrganizationPageProps {
  page: OrganizationPageFragment;
  /** Called after an invitation: reloads the page. */
  onChanged: () => Promise<void>;
}

/** An organization with its members, applications and audit log. */
export function OrganizationPage({ page, onChanged }: OrganizationPageProps) {
  const { formatMessage, formatNumber } = useIntl();
  const texts = useUserTexts();
  const [isInviting, setInviting] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const { organization, statusCounts, auditLog } = page;
  const flow = useActionFlow({ denialFields: page.denialFields, onNotice: setNotice, onChanged });
  // All memberships of these users here belong to this organization.
  const members = page.users.edges.map(({ node }) => ({
    ...node,
    organizations: node.organizations.filter(({ id }) => id !== organization.id),
  }));
  return (
    <RecordPage
      overline={formatMessage({ id: "portal.page.MANAGED_ORGANIZATION" })}
      title={organization.name}
      actions={
        <Button icon={<PlusIcon size={16} />} onClick={() => setInviting(true)}>
          {formatMessage({ id: "users.invite" })}
        </Button>
      }
      notice={<ActionNotice notice={notice} onUndo={(id) => void flow.undo(notice?.name ?? "", id)} />}
      aside={
        <>
          <RecordSection title={formatMessage({ id: "users.details" })}>
            <Terms>
              <Term label={formatMessage({ id: "users.place" })}>{texts.place(organization)}</Term>
              <Term label={formatMessage({ id: "users.organization.members" })}>
                {formatNumber(organization.memberCount)}
              </Term>
              <Term label={formatMessage({ id: "users.applications" })}>
                {organization.applications.length > 0 ? (
                  <ul>
                    {organization.applications.map((application) => (
                      <li key={application}>{texts.application(application)}</li>
                    ))}
                  </ul>
                ) : (
                  formatMessage({ id: "users.noApplications" })
                )}
              </Term>
            </Terms>
          </RecordSection>
          <RecordSection title={formatMessage({ id: "users.log" })}>
            <AuditLogList
              log={auditLog}
              organizationId={organization.id}
              onUndo={(id, name) => void flow.undo(name, id)}
            />
            <ButtonLink size="small" variant="quiet" target={{ kind: "ROUTE", url: page.activityUrl }}>
              {formatMessage({ id: "users.log.all" })}
            </ButtonLink>
          </RecordSection>
        </>
      }
    >
      <MembershipRequests
        list={{ ...page, organizations: [organization] }}
        onDecided={(result) => {
          setNotice(result);
          void onChanged();
        }}
      />
      <OpenRequests users={page.users.edges.map(({ node }) => node)} organizationId={organization.id} flow={flow} />
      <RecordSection title={formatMessage({ id: "users.organization.members" })}>
        {statusCounts.length > 0 && (
          <ul className={styles.counts}>
            {statusCounts.map(({ status, count, isExact, usersUrl }) => (
              <li key={status}>
                <Link to={usersUrl} className={styles.count}>
                  <AccessStatusLabel status={status} />
                  <span className={styles.number}>
                    {isExact ? formatNumber(count) : formatMessage({ id: "users.number.more" }, { count })}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.members}>
          <UserRows label={formatMessage({ id: "users.organization.members" })} users={members} />
        </div>
        <ButtonLink
          size="small"
          variant="secondary"
          target={{ kind: "ROUTE", url: page.usersUrl }}
          trailingIcon={<ArrowRightIcon size={16} />}
        >
          {formatMessage({ id: "users.organization.all" })}
        </ButtonLink>
      </RecordSection>
      {flow.dialog}
      {isInviting && (
        <InviteDialog
          list={{ inviteFields: page.inviteFields, organizations: [organization] }}
          onClose={() => setInviting(false)}
          onInvited={(name) => {
            setInviting(false);
            setNotice({ action: "INVITE", name });
            void onChanged();
          }}
        />
      )}
    </RecordPage>
  );
}
