import { useIntl } from "react-intl";
import styles from "./FailureNotice.module.css";
import { FlashMessage } from "./FlashMessage";

/** Reports a failure of the sign-in or of the account (MSG-6). */
export function FailureNotice({ detail }: { detail?: string | undefined }) {
  const { formatMessage } = useIntl();
  return (
    <>
      <FlashMessage
        flash={{
          type: "error",
          static: true,
          title: formatMessage({ id: "portal.failed.title" }),
          text: formatMessage({ id: "portal.failed.text" }),
        }}
      />
      <FailureDetail detail={detail} />
    </>
  );
}

/** The technical details of a failure, for support. */
export function FailureDetail({ detail }: { detail: string | undefined }) {
  const { formatMessage } = useIntl();
  return detail && <p className={styles.detail}>{formatMessage({ id: "portal.failed.detail" }, { detail })}</p>;
}
