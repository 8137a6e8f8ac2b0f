import { useIntl } from "react-intl";
import { usePrivacyUrl } from "~/lib/url/privacyUrl";
import { Link } from "~/ui/link/Link";
import styles from "./FormView.module.css";

/** What a form's data is used for, with a link to the privacy statement of the site, if it has one (FORM-40). */
export function PrivacyNote({ use }: { use?: string | undefined }) {
  const { formatMessage } = useIntl();
  const privacyUrl = usePrivacyUrl();
  if (!use && !privacyUrl) return null;
  return (
    <p className={styles.privacy}>
      {use}
      {use && privacyUrl && " "}
      {privacyUrl &&
        formatMessage(
          { id: "form.privacyNote" },
          {
            privacy: (
              <Link key="privacy" target={{ kind: "ROUTE", url: privacyUrl }}>
                {formatMessage({ id: "form.privacy" })}
              </Link>
            ),
          },
        )}
    </p>
  );
}
