import { useId } from "react";
import { session, signInAs, signOut } from "./session";
import { useStore } from "./store";

/** The user of the requests, with the accounts to sign in as; nothing without such accounts. */
export function SignInAs() {
  const { accounts, account, isBusy } = useStore(session);
  const id = useId();
  if (accounts.length === 0) return null;
  const choose = (email: string) => {
    const chosen = accounts.find((offered) => offered.email === email);
    if (chosen) void signInAs(chosen);
    else signOut();
  };
  return (
    <div className="pg-session">
      <label htmlFor={id}>{account ? "Signed in as" : "Sign in as"}</label>
      <select
        id={id}
        value={account?.email ?? ""}
        disabled={isBusy}
        onChange={(event) => choose(event.target.value)}
        title="Signs this browser in at the sample identity provider."
      >
        <option value="">Anonymous</option>
        {accounts.map(({ email, shows }) => (
          <option key={email} value={email} title={shows}>
            {email}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Says what the operation of the tab requires, with the button that signs in. */
export function RequiredSession({ email, isForEditors }: { email: string | undefined; isForEditors: boolean }) {
  const { accounts, account, isBusy, problem } = useStore(session);
  const offered = accounts.find((candidate) => candidate.email === email);
  return (
    <div className="pg-required" role="status">
      {isForEditors && (
        <p>
          This operation is for editors: log in at <a href="/en/editor">the editor area</a> in this browser first.
        </p>
      )}
      {email && account?.email !== email && (
        <p>
          <span>This operation reads personal data. </span>
          {offered ? (
            <button type="button" disabled={isBusy} onClick={() => void signInAs(offered)}>
              {isBusy ? "Signing in …" : `Sign in as ${offered.email}`}
            </button>
          ) : (
            'It needs an ID token in the headers: {"Authorization": "Bearer …"}.'
          )}
        </p>
      )}
      {problem && <p className="pg-problem">Signing in failed: {problem}</p>}
    </div>
  );
}
