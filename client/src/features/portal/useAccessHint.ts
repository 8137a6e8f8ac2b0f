import { useIntl } from "react-intl";
import type { ServiceAccessFragment, ServiceRegistrationStatus } from "~/graph/generated/graphql";

/** Tells a user whose access to a service is not active why, and what to do; undefined for an active service. */
export function useAccessHint(
  registration: Pick<
    ServiceAccessFragment,
    "service" | "declineReason" | "isDecidedInternally" | "canRequest" | "registrationUrl"
  > & {
    status: ServiceRegistrationStatus;
  },
): string | undefined {
  const { formatMessage } = useIntl();
  const { service, status, declineReason, isDecidedInternally, canRequest, registrationUrl } = registration;
  if (status === "ACTIVE" || status === "UNKNOWN") return undefined;
  // User administration is a role, which cannot be requested.
  if (service === "USER_ADMIN" && status !== "COMINGSOON") return formatMessage({ id: "portal.hint.USER_ADMIN" });
  if (declineReason) return formatMessage({ id: "portal.declined" }, { reason: declineReason });
  if (status === "PENDING" && isDecidedInternally) return formatMessage({ id: "portal.hint.PENDING.internal" });
  if (status === "UNREGISTERED" && !canRequest && !registrationUrl)
    return formatMessage({ id: "portal.hint.NOPROCESS" });
  return formatMessage({ id: `portal.hint.${status}` });
}
