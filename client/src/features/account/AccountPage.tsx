import { useIntl } from "react-intl";
import type { AccountPageFragment } from "~/graph/generated/graphql";
import { useHashTarget } from "~/lib/interaction/useHashTarget";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import styles from "./Account.module.css";
import { PasswordForm } from "./PasswordForm";
import { ProfileForm } from "./ProfileForm";
import { SecondFactor } from "./SecondFactor";
import { Sessions } from "./Sessions";

export interface AccountPageProps {
  title: string;
  account: AccountPageFragment;
}

/** The account settings: profile, password, second factor, sessions. */
export function AccountPage({ title, account }: AccountPageProps) {
  const { formatMessage } = useIntl();
  const { profile } = account;
  const { isManagedInternally, email } = profile;
  useHashTarget();
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{email}</p>
      </header>
      {isManagedInternally && (
        <FlashMessage flash={{ type: "info", static: true, text: formatMessage({ id: "account.managed" }) }} />
      )}
      <section className={styles.part} aria-labelledby="profile">
        <h2 className={styles.heading} id="profile">
          {formatMessage({ id: "account.profile" })}
        </h2>
        <ProfileForm account={account} profile={profile} />
      </section>
      {!isManagedInternally && (
        <section className={styles.part} aria-labelledby="password">
          <h2 className={styles.heading} id="password">
            {formatMessage({ id: "account.password" })}
          </h2>
          <PasswordForm email={email} fields={account.passwordFields} rules={account.passwordRules ?? []} />
        </section>
      )}
      <section className={styles.part} aria-labelledby="second-factor">
        <h2 className={styles.heading} id="second-factor">
          {formatMessage({ id: "account.secondFactor" })}
        </h2>
        <SecondFactor profile={profile} codeFields={account.oneTimeCodeFields} />
      </section>
      {account.sessions && (
        <section className={styles.part} aria-labelledby="sessions">
          <h2 className={styles.heading} id="sessions">
            {formatMessage({ id: "account.sessions" })}
          </h2>
          <Sessions sessions={account.sessions} />
        </section>
      )}
    </div>
  );
}
