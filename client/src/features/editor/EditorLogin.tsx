import { type FormEvent, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import { Button } from "~/ui/button/Button";
import { TextField } from "~/ui/input/TextField";
import styles from "./EditorLogin.module.css";

/** Why a log-in failed (`edge/editor.go`). */
const failures = ["missing", "wrong", "limited", "closed", "failed"] as const;
type Failure = (typeof failures)[number];

/** The parameter by which a form that was sent without JavaScript says how the log-in went. */
const loginParameter = "login";

/** The log-in of the editor area (EDIT-1): one password, and no user account. It is a form like any other. */
export function EditorLogin({ siteName, homeUrl }: { siteName: string; homeUrl: string }) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const [failure, setFailure] = useState<Failure | undefined>(() =>
    failures.find((known) => known === query.get(loginParameter)),
  );
  const [isLoading, setLoading] = useState(false);
  query.delete(loginParameter);
  const rest = query.toString();
  const path = rest ? `${pathname}?${rest}` : pathname;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const input = form.querySelector<HTMLInputElement>("input[type=password]");
    setLoading(true);
    const result = await logIn(input?.value ?? "");
    if (!result) {
      // No cache of this visit has what editors see: the document is loaded again.
      window.location.assign(path);
      return;
    }
    setLoading(false);
    setFailure(result);
    input?.focus();
  };
  return (
    <main className={styles.page} id="content" tabIndex={-1}>
      <a className={styles.site} href={homeUrl}>
        {siteName}
      </a>
      <div className={styles.card}>
        <h1 className={styles.title}>{formatMessage({ id: "editor.title" })}</h1>
        <p className={styles.lead}>{formatMessage({ id: "editor.login.lead" })}</p>
        <form
          className={styles.form}
          method="post"
          action="/api/editor-area-autentication"
          onSubmit={(event) => void submit(event)}
          noValidate
        >
          <input type="hidden" name="url" value={path} />
          <TextField
            type="password"
            name="input"
            label={formatMessage({ id: "editor.login.password" })}
            autoComplete="current-password"
            required
            error={failure && formatMessage({ id: `editor.login.${failure}` })}
          />
          <Button type="submit" loading={isLoading}>
            {formatMessage({ id: "editor.login.submit" })}
          </Button>
          <p role="status" className={styles.status}>
            {failure && formatMessage({ id: `editor.login.${failure}` })}
          </p>
        </form>
      </div>
    </main>
  );
}

/** The codes of the errors of a log-in. */
const failureOf: Partial<Record<string, Failure>> = {
  BAD_USER_INPUT: "missing",
  UNAUTHENTICATED: "wrong",
  RATE_LIMITED: "limited",
  FORBIDDEN: "closed",
};

/** Logs in with a password; the server sets the cookie. Returns why that failed, or nothing. */
async function logIn(input: string): Promise<Failure | undefined> {
  try {
    const response = await fetch("/api/editor-area-autentication", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ input }),
    });
    if (response.ok) return undefined;
    const { error } = (await response.json()) as { error?: { code?: string } };
    return failureOf[error?.code ?? ""] ?? "failed";
  } catch (error) {
    console.warn("The log-in of the editor area cannot be reached.", error);
    return "failed";
  }
}
