import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { OrganizationPageFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { RecordNote } from "~/ui/record/RecordPage";
import { RecordSection } from "~/ui/record/RecordSection";
import styles from "./UserPage.module.css";
import type { ActionFlow } from "./useActionFlow";
import { useUserTexts } from "./userTexts";

type User = OrganizationPageFragment["users"]["edges"][number]["node"];

export interface OpenRequestsProps {
  users: readonly User[];
  organizationId: string;
  flow: ActionFlow;
}

/** The open requests for access of an organization's members, with the decision on each. */
export function OpenRequests({ users, organizationId, flow }: OpenRequestsProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const requests = users.flatMap((user) =>
    user.accesses
      .filter(({ status, organization }) => status === "PENDING" && organization.id === organizationId)
      .map(({ application }) => ({ user, application })),
  );
  if (requests.length === 0) return null;
  return (
    <RecordSection title={formatMessage({ id: "users.openRequests" })}>
      <ul className={styles.rows}>
        {requests.map(({ user, application }) => {
          const name = user.fullName || user.email;
          return (
            <li key={`${user.id} ${application}`} className={styles.row}>
              <div>
                <h3 className={styles.name}>
                  <Link to={user.url}>{name}</Link>
                </h3>
                {user.requestedAt && (
                  <RecordNote>
                    {formatMessage({ id: "users.requested" }, { date: texts.date(user.requestedAt) })}
                  </RecordNote>
                )}
              </div>
              <div>{texts.application(application)}</div>
              <div className={styles.buttons}>
                {user.actions
                  .filter(
                    (option) =>
                      (option.action === "ACCEPT_REQUEST" || option.action === "DENY_REQUEST") &&
                      option.application === application &&
                      option.organization?.id === organizationId,
                  )
                  .map((option) => (
                    <Button
                      key={option.action}
                      size="small"
                      variant={option.action === "ACCEPT_REQUEST" ? "primary" : "secondary"}
                      disabled={flow.isBusy}
                      onClick={() => flow.start(user, option)}
                    >
                      {texts.action(option.action)}
                      <VisuallyHidden>{` ${name}, ${texts.application(application)}`}</VisuallyHidden>
                    </Button>
                  ))}
              </div>
            </li>
          );
        })}
      </ul>
    </RecordSection>
  );
}
