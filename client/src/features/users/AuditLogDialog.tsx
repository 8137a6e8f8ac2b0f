import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { AuditLogDocument } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Dialog } from "~/ui/dialog/Dialog";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import { AuditLogList } from "./AuditLogList";

export interface AuditLogDialogProps {
  /** The organization whose entries are shown; without it, all organizations of the administrator. */
  organizationId?: string | undefined;
  onClose: () => void;
}

/** The audit log of one organization, or of all of them. */
export function AuditLogDialog({ organizationId, onClose }: AuditLogDialogProps) {
  const { formatMessage } = useIntl();
  const { data, loading, refetch } = useQuery(AuditLogDocument, {
    ...signedIn,
    variables: { user: null, organization: organizationId ?? null, after: null },
    fetchPolicy: "no-cache",
  });
  return (
    <Dialog open placement="side" title={formatMessage({ id: "users.log" })} onClose={onClose}>
      {data ? (
        <AuditLogList log={data.userAdmin.auditLog} organizationId={organizationId} />
      ) : loading ? (
        <Spinner />
      ) : (
        <Unavailable
          text={formatMessage({ id: "users.error.OTHER" })}
          onRetry={async () => {
            await refetch();
          }}
        />
      )}
    </Dialog>
  );
}
