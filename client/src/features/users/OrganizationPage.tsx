import { useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { OrganizationPageFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { ArrowRightIcon, DownloadIcon, PlusIcon } from "~/ui/icon/icons";
import { AccessStatusLabel } from "./AccessStatusLabel";
import { ActionNotice, type Notice } from "./ActionNotice";
import { AuditLogList } from "./AuditLogList";
import { InviteDialog } from "./InviteDialog";
import styles from "./OrganizationPage.module.css";
import { Fact, Part } from "./Part";
import { useUserTexts } from "./texts";
import pageStyles from "./UserPage.module.css";
import { UserRows } from "./UserRows";

export interface OrganizationPageProps {
  page: OrganizationPageFragment;
  /** Called after a person was invited: reads the page again. */
  onChanged: () => Promise<void>;
}

/** An organization with its members, its applications and what administrators did in it. */
export function OrganizationPage({ page, onChanged }: OrganizationPageProps) {
  const { formatMessage, formatNumber } = useIntl();
  const texts = useUserTexts();
  const [isInviting, setInviting] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const { organization, statusCounts, auditLog } = page;
  // All of them belong to this organization.
  const members = page.users.edges.map(({ node }) => ({
    ...node,
    organizations: node.organizations.filter(({ id }) => id !== organization.id),
  }));
  return (
    <article className={pageStyles.page}>
      <header className={styles.header}>
        <div>
          <p className={pageStyles.role}>{formatMessage({ id: "portal.page.MANAGED_ORGANIZATION" })}</p>
          <h1 className={pageStyles.title}>{organization.name}</h1>
        </div>
        <Button icon={<PlusIcon size={16} />} onClick={() => setInviting(true)}>
          {formatMessage({ id: "users.invite" })}
        </Button>
      </header>
      <ActionNotice notice={notice} onUndo={() => undefined} />
      <div className={pageStyles.columns}>
        <div className={pageStyles.main}>
          <Part title={formatMessage({ id: "users.organization.members" })}>
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
              <UserRows users={members} headingLevel={3} />
            </div>
            <Link to={page.usersUrl} className={styles.all}>
              {formatMessage({ id: "users.organization.all" })}
              <ArrowRightIcon size={16} />
            </Link>
          </Part>
        </div>
        <aside className={pageStyles.aside}>
          <Part title={formatMessage({ id: "users.details" })}>
            <dl className={pageStyles.facts}>
              <Fact label={formatMessage({ id: "users.place" })}>{texts.place(organization)}</Fact>
              <Fact label={formatMessage({ id: "users.organization.members" })}>
                {formatNumber(organization.memberCount)}
              </Fact>
              <Fact label={formatMessage({ id: "users.applications" })}>
                {organization.applications.length > 0 ? (
                  <ul>
                    {organization.applications.map((application) => (
                      <li key={application}>{texts.application(application)}</li>
                    ))}
                  </ul>
                ) : (
                  formatMessage({ id: "users.noApplications" })
                )}
              </Fact>
            </dl>
          </Part>
          <Part title={formatMessage({ id: "users.log" })}>
            <AuditLogList log={auditLog} organizationId={organization.id} />
            {auditLog.edges.length > 0 && (
              <a className={pageStyles.export} href={page.auditExportUrl} download>
                <DownloadIcon size={16} />
                {formatMessage({ id: "users.log.export" })}
              </a>
            )}
          </Part>
        </aside>
      </div>
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
    </article>
  );
}
