import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation, useRevalidator } from "react-router";
import { useAccount, useSignInState } from "~/lib/account/account";
import { Button } from "~/ui/button/Button";
import { Link } from "~/ui/link/Link";
import styles from "./GatePage.module.css";

export interface SignInGateProps {
  title: string;
  /** The registration page; null if registration is not possible. */
  registrationUrl: string | null | undefined;
}

/**
 * The gate of a page for signed-in users (PAGE-10). The document is the same for every user; for a signed-in user, the
 * route is loaded again with the user's token.
 */
export function SignInGate({ title, registrationUrl }: SignInGateProps) {
  const { formatMessage } = useIntl();
  const { pathname, search, hash } = useLocation();
  const account = useAccount();
  const session = useSignInState();
  const { revalidate } = useRevalidator();
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  // A login that is still being tried ends when the page is left.
  const left = useRef<AbortController>(null);
  useEffect(() => () => left.current?.abort(), []);

  useEffect(() => {
    if (session.kind === "signedIn") void revalidate();
  }, [session.kind, revalidate]);

  const logIn = async () => {
    const controller = (left.current = new AbortController());
    setIsLoading(true);
    setHasFailed(false);
    try {
      const signIn = await account.open();
      if (await signIn.require(pathname + search + hash, controller.signal)) await revalidate();
      else setHasFailed(true);
    } catch (error) {
      console.error("The sign-in failed.", error);
      setHasFailed(true);
    }
    setIsLoading(false);
  };
  return (
    <div className={styles.page}>
      <meta name="robots" content="noindex" />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{formatMessage({ id: "gate.customers" })}</p>
      <p className={styles.scripts}>{formatMessage({ id: "gate.customersScripts" })}</p>
      <p className={styles.actions}>
        <Button loading={isLoading} onClick={() => void logIn()}>
          {formatMessage({ id: "user.logIn" })}
        </Button>
        {registrationUrl && (
          <Link className={styles.link} target={{ kind: "PLAIN", url: registrationUrl }}>
            {formatMessage({ id: "user.register" })}
          </Link>
        )}
      </p>
      <p role="alert" className={styles.failure}>
        {hasFailed && formatMessage({ id: "gate.customersFailed" })}
      </p>
    </div>
  );
}
