import { NetworkStatus } from "@apollo/client";
import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { ExpertDocument } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { useRetry } from "~/graph/useRetry";
import { ButtonLink } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import type { LinkTarget } from "~/ui/link/Link";
import { Unavailable } from "~/ui/notice/Unavailable";
import { RequestLinks } from "~/ui/request/RequestLinks";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./ExpertPanel.module.css";
import { LocationCard } from "./LocationCard";
import { documentLocale } from "~/lib/document/documentLocale";

export interface ExpertPanelProps {
  open: boolean;
  onClose: () => void;
  /** The site's contact page. */
  contact: LinkTarget | null | undefined;
  /** The URL of a request, with the product of the page; undefined outside of a site. */
  requestUrl?: string | undefined;
}

/** The contact panel, "Talk to an Expert": the location for the visitor's country (LCN-5). */
export function ExpertPanel({ open, onClose, contact, requestUrl }: ExpertPanelProps) {
  const { formatMessage } = useIntl();
  return (
    <Dialog
      open={open}
      placement="side"
      title={formatMessage({ id: "expert.title" })}
      onClose={onClose}
      footer={
        (requestUrl ?? contact?.url) && (
          <>
            {contact?.url && (
              <ButtonLink
                variant={requestUrl ? "quiet" : "primary"}
                target={contact}
                trailingIcon={<ArrowRightIcon size={16} />}
                onClick={onClose}
              >
                {formatMessage({ id: "expert.write" })}
              </ButtonLink>
            )}
            {requestUrl && (
              <RequestLinks
                requestUrl={requestUrl}
                country={new Intl.Locale(documentLocale()).region}
                offered={["quote", "callBack"]}
                onClick={onClose}
              />
            )}
          </>
        )
      }
    >
      {open && (
        <GraphProvider>
          <Expert />
        </GraphProvider>
      )}
    </Dialog>
  );
}

function Expert() {
  const { formatDisplayName, formatMessage } = useIntl();
  const locale = documentLocale();
  const { data, error, networkStatus, refetch } = useQuery(ExpertDocument, { variables: { locale } });
  const retry = useRetry(refetch);
  if (!data) {
    if (!error && networkStatus !== NetworkStatus.refetch) return <Spinner />;
    return <Unavailable text={formatMessage({ id: "expert.unavailable" })} onRetry={retry} />;
  }
  if (!data.expert) return <p>{formatMessage({ id: "expert.unavailable" })}</p>;
  const country = new Intl.Locale(locale).region;
  return (
    <div className={styles.expert}>
      <p className={styles.lead}>
        {country
          ? formatMessage(
              { id: "expert.country" },
              { country: formatDisplayName(country, { type: "region" }) ?? country },
            )
          : formatMessage({ id: "expert.anywhere" })}
      </p>
      <LocationCard location={data.expert} />
    </div>
  );
}
