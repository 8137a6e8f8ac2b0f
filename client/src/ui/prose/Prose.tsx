import { clsx } from "clsx";
import type { MouseEvent } from "react";
import { useContext } from "react";
import { useNavigate } from "react-router";
import { ActionsContext, runAction } from "~/ui/link/actions";
import styles from "./Prose.module.css";

/** Running text that the server made safe. Its links behave like {@link Link}: within the site without a new document. */
export function Prose({ html, className }: { html: string; className?: string | undefined }) {
  const navigate = useNavigate();
  const actions = useContext(ActionsContext);

  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = (event.target as Element).closest("a");
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const kind = link.dataset.kind;
    if (kind === "ACTION") {
      event.preventDefault();
      runAction(actions, link.dataset.action);
    } else if (kind === "ROUTE" && !link.target) {
      event.preventDefault();
      void navigate(link.getAttribute("href") ?? "/");
    }
  };
  return (
    // The handler only shortens the way of links that work without it, by keyboard too.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={clsx(styles.prose, className)} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
