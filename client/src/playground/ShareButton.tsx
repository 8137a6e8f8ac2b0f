import { useGraphiQL } from "@graphiql/react";
import { useState } from "react";
import { linkTo, maxLink } from "./share";

/** Copies the link to the operation of the tab, without headers. */
export function ShareButton() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const [message, setMessage] = useState("");
  async function share() {
    const operation = { query: queryEditor?.getValue() ?? "", variables: variableEditor?.getValue() ?? "" };
    const link = linkTo(operation, window.location.href);
    if (link === undefined) {
      setMessage(`The link would be longer than ${maxLink} characters.`);
      return;
    }
    window.history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      setMessage("The link was copied. It has no headers.");
    } catch {
      setMessage("The link is in the address bar. It has no headers.");
    }
  }
  return (
    <>
      <button type="button" onClick={() => void share()}>
        Share
      </button>
      <span role="status" className="pg-message">
        {message}
      </span>
    </>
  );
}
