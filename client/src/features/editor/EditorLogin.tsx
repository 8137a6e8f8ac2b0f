import { type SubmitEvent, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import { Button } from "~/ui/button/Button";
import { TextField } from "~/ui/input/TextField";
import styles from "./EditorLogin.module.css";

/** Reasons for a failed login (`edge/editorarea/login.go`). */
const failures = ["missing", "wrong", "limited", "closed", "failed"] as const;
type Failure = (typeof failures)[number];

/** The query parameter with the failure of a form that was submitted without JavaScript. */
const loginParameter = "login";

/** The login form of the editor area (EDIT-1): one password, no user accounts. It works without JavaScript. */
export function EditorLogin({ siteName, homeUrl }: { siteName: string; homeUrl: string }) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const rejection = failures.find((failure) => failure === query.get(loginParameter));
  const [failure, setFailure] = useState(rejection);
  const [isLoading, setLoading] = useState(false);
  query.delete(loginParameter);
  const rest = query.toString();
  const path = rest ? `${pathname}?${rest}` : pathname;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const input = form.querySelector<HTMLInputElement>("input[type=password]");
    setLoading(true);
    const result = await logIn(input?.value ?? "");
    if (!result) {
      // A full page load: no cache of this visit has pages as editors see them.
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
            // The document after a failed submission without scripts puts the focus where a script would.
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={rejection !== undefined}
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

/** Failures by the error codes of a login response. */
const failureOf: Partial<Record<string, Failure>> = {
  BAD_USER_INPUT: "missing",
  UNAUTHENTICATED: "wrong",
  RATE_LIMITED: "limited",
  FORBIDDEN: "closed",
};

/** Logs in with a password; the server sets the cookie. Returns the failure, undefined on success. */
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
