import { type SubmitEvent, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import { Button } from "~/ui/button/Button";
import { TextField } from "~/ui/input/TextField";
import styles from "./GatePage.module.css";

/** The results of a failed attempt (`edge/gates/gate.go`). */
const failures = ["missing", "wrong", "limited", "failed"] as const;
type GateFailure = (typeof failures)[number];

/** The query parameter with the result of a form that was submitted without JavaScript. */
const gateParameter = "gate";

export interface GatePageProps {
  title: string;
  /** The page that the password belongs to. */
  gateId: string;
}

/** The gate of a page that is protected by a password (PAGE-8). It works without JavaScript. */
export function GatePage({ title, gateId }: GatePageProps) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const rejection = failures.find((failure) => failure === query.get(gateParameter));
  const [failure, setFailure] = useState(rejection);
  const [loading, setLoading] = useState(false);
  query.delete(gateParameter);
  const rest = query.toString();
  const path = rest ? `${pathname}?${rest}` : pathname;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setLoading(true);
    const answer = await send(form);
    if (answer === "") {
      // A full page load: no cache of this visit has the protected page.
      window.location.assign(path);
      return;
    }
    setLoading(false);
    setFailure(answer);
    form.querySelector<HTMLInputElement>("input[type=password]")?.focus();
  };
  return (
    <div className={styles.page}>
      <meta name="robots" content="noindex" />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{formatMessage({ id: "gate.text" })}</p>
      <form className={styles.form} method="post" action="/api/gate" onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="page" value={gateId} />
        <input type="hidden" name="url" value={path} />
        <TextField
          type="password"
          name="password"
          label={formatMessage({ id: "gate.password" })}
          autoComplete="current-password"
          required
          // The document after a failed submission without scripts puts the focus where a script would.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={rejection !== undefined}
          invalidMessage={formatMessage({ id: "gate.missing" })}
          error={failure && formatMessage({ id: `gate.${failure}` })}
        />
        <Button type="submit" loading={loading}>
          {formatMessage({ id: "gate.open" })}
        </Button>
        <p role="status" className={styles.status}>
          {failure && formatMessage({ id: `gate.${failure}` })}
        </p>
      </form>
    </div>
  );
}

/** Submits the form; returns the failure, or an empty string. */
async function send(form: HTMLFormElement): Promise<GateFailure | ""> {
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(
        [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
      ),
    });
    const { outcome: result } = (await response.json()) as { outcome?: string };
    return result === "" ? "" : (failures.find((failure) => failure === result) ?? "failed");
  } catch (error) {
    console.warn("The gate cannot be reached.", error);
    return "failed";
  }
}
