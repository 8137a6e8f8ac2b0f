import { type ReactNode, useEffect } from "react";
import { useIntl } from "react-intl";
import type { PortalHomeFragment, TicketScope } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { setPortalCounts } from "~/lib/account/portalCounts";
import { AlertIcon, ArrowRightIcon, PlusIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import { DueMachines } from "./DueMachines";
import { Machines } from "./Machines";
import { MembershipCard } from "./MembershipCard";
import { ProductRequests } from "./ProductRequests";
import { UnavailableNotice } from "./TemporarilyUnavailable";
import styles from "./PortalHome.module.css";
import { ServiceTile } from "./ServiceTile";

/** The number of shown machines that need something. */
const shownDue = 4;

export interface PortalHomeProps {
  portal: PortalHomeFragment;
  /** The tickets on which it is the user's turn to act; empty if they are unavailable or the user has no tickets. */
  waitingTickets: { count: number; list: ReactNode } | null | undefined;
  /** The latest tickets; null if they are unavailable, undefined for a user without tickets. */
  latestTickets: { count: number; scope: TicketScope; list: ReactNode } | null | undefined;
  /** Reloads the page. */
  onRetry: () => Promise<void>;
}

/** The portal's home page: the latest tickets and machines, and the services with status and next step (PORT-14). */
export function PortalHome({ portal, waitingTickets, latestTickets, onRetry }: PortalHomeProps) {
  const { formatMessage } = useIntl();
  const {
    user,
    serviceRegistrations,
    machines,
    dueMachines,
    ticketsUrl,
    newTicketUrl,
    breakdownUrl,
    inventoryUrl,
    usersUrl,
  } = portal;
  const waitingCount = portal.waitingTicketCount ?? 0;
  const openRequests = portal.pendingRequestCount ?? 0;
  useEffect(() => {
    if (portal.waitingTicketCount !== null) setPortalCounts({ waitingTickets: portal.waitingTicketCount });
  }, [portal.waitingTicketCount]);
  const isActive = (service: (typeof serviceRegistrations)[number]["service"]) =>
    serviceRegistrations.some((r) => r.service === service && r.status === "ACTIVE");
  const hasTickets = isActive("TICKETING");
  // An employee whom no administrator has given a role.
  const isWithoutRole = user.isEmployee && !serviceRegistrations.some(({ status }) => status === "ACTIVE");
  return (
    <div className={styles.page}>
      <header className={styles.headline}>
        <h1 className={styles.title}>
          {formatMessage({ id: "portal.greeting" }, { name: user.firstName || user.fullName })}
        </h1>
        {hasTickets && (
          <p className={styles.starts}>
            <ButtonLink
              size="small"
              variant="secondary"
              target={{ kind: "ROUTE", url: breakdownUrl }}
              icon={<AlertIcon size={16} />}
            >
              {formatMessage({ id: "ticket.type.BREAKDOWN" })}
            </ButtonLink>
            <ButtonLink size="small" target={{ kind: "ROUTE", url: newTicketUrl }} icon={<PlusIcon size={16} />}>
              {formatMessage({ id: "tickets.new" })}
            </ButtonLink>
          </p>
        )}
      </header>
      {portal.membership && <MembershipCard membership={portal.membership} onChanged={onRetry} />}
      {(waitingTickets || openRequests > 0) && (
        <section aria-labelledby="waiting">
          <div className={styles.headline}>
            <h2 className={styles.heading} id="waiting">
              {formatMessage({ id: "portal.waiting" })}
              {waitingCount > 0 && <span className={styles.number}>{waitingCount}</span>}
            </h2>
          </div>
          {waitingTickets && waitingTickets.count > 0 && waitingTickets.list}
          {waitingTickets && waitingCount > waitingTickets.count && (
            <p className={styles.more}>
              <Link target={{ kind: "ROUTE", url: portal.waitingTicketsUrl }}>
                {formatMessage({ id: "portal.waiting.all" }, { count: waitingCount })}
              </Link>
            </p>
          )}
          {openRequests > 0 && (
            <p className={styles.more}>
              <Link target={{ kind: "ROUTE", url: usersUrl }}>
                {formatMessage({ id: "portal.pendingRequests" }, { count: openRequests })}
              </Link>
            </p>
          )}
          {waitingCount + openRequests === 0 && (
            <p className={styles.none}>{formatMessage({ id: "portal.waiting.none" })}</p>
          )}
        </section>
      )}
      {dueMachines && dueMachines.length > 0 && (
        <section aria-labelledby="due">
          <div className={styles.headline}>
            <h2 className={styles.heading} id="due">
              {formatMessage({ id: "portal.due" })}
              <span className={styles.number}>{portal.dueMachineCount}</span>
            </h2>
          </div>
          <DueMachines machines={dueMachines.slice(0, shownDue)} />
        </section>
      )}
      {(latestTickets || hasTickets) && (
        <section aria-labelledby="latest-tickets">
          <div className={styles.headline}>
            <h2 className={styles.heading} id="latest-tickets">
              {formatMessage({ id: `portal.latestTickets.${latestTickets?.scope ?? "OWN"}` })}
            </h2>
            <p className={styles.ways}>
              <ButtonLink
                size="small"
                variant="secondary"
                target={{ kind: "ROUTE", url: ticketsUrl }}
                trailingIcon={<ArrowRightIcon size={16} />}
              >
                {formatMessage({ id: "tickets.all" })}
              </ButtonLink>
            </p>
          </div>
          {latestTickets ? (
            latestTickets.count > 0 ? (
              latestTickets.list
            ) : (
              <p className={styles.none}>{formatMessage({ id: "tickets.none" })}</p>
            )
          ) : (
            <UnavailableNotice onRetry={onRetry} />
          )}
        </section>
      )}
      <section aria-labelledby="services">
        <div className={styles.headline}>
          <h2 className={styles.heading} id="services">
            {formatMessage({ id: "portal.services" })}
          </h2>
        </div>
        {isWithoutRole && <p className={styles.note}>{formatMessage({ id: "portal.employee" })}</p>}
        <ul className={styles.tiles}>
          {serviceRegistrations.map((registration) => (
            <ServiceTile
              key={registration.service}
              registration={registration}
              onChanged={onRetry}
              needsMembership={Boolean(portal.membership)}
              openRequests={registration.service === "USER_ADMIN" ? (portal.pendingRequestCount ?? 0) : 0}
              title={formatMessage({ id: `portal.service.${registration.service}.title` })}
              text={formatMessage({ id: `portal.service.${registration.service}.text` })}
            />
          ))}
        </ul>
      </section>
      {portal.productRequests && portal.productRequests.length > 0 && (
        <section aria-labelledby="product-requests">
          <div className={styles.headline}>
            <h2 className={styles.heading} id="product-requests">
              {formatMessage({ id: "portal.productRequests" })}
            </h2>
          </div>
          <ProductRequests requests={portal.productRequests} />
        </section>
      )}
      {(machines || isActive("INVENTORY")) && (
        <section aria-labelledby="machines">
          <div className={styles.headline}>
            <h2 className={styles.heading} id="machines">
              {formatMessage({ id: "portal.machines" })}
            </h2>
            <p className={styles.ways}>
              <ButtonLink
                size="small"
                variant="secondary"
                target={{ kind: "ROUTE", url: inventoryUrl }}
                trailingIcon={<ArrowRightIcon size={16} />}
              >
                {formatMessage({ id: "portal.allMachines" })}
              </ButtonLink>
            </p>
          </div>
          {machines ? <Machines machines={machines} canReport={hasTickets} /> : <UnavailableNotice onRetry={onRetry} />}
        </section>
      )}
    </div>
  );
}
