import { clsx } from "clsx";
import type { MouseEvent } from "react";
import { useContext } from "react";
import { useNavigate } from "react-router";
import { isPlainClick } from "~/lib/interaction/isPlainClick";
import { ActionsContext, runAction } from "~/ui/link/actions";
import styles from "./Prose.module.css";

export interface ProseProps {
  html: string;
  /** `margin`: the first heading is in the left margin of the page's grid, the text beside it. */
  layout?: "margin";
  className?: string | undefined;
}

/**
 * Rich text that the server sanitized. Its links behave like {@link Link}: within the site without loading a document.
 * Its buttons run actions.
 */
export function Prose({ html, layout, className }: ProseProps) {
  const navigate = useNavigate();
  const actions = useContext(ActionsContext);

  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const control = (event.target as Element).closest<HTMLElement>("a, button");
    if (!control || event.defaultPrevented) return;
    if (control instanceof HTMLButtonElement) {
      runAction(actions, control.dataset.action);
      return;
    }
    if (!isPlainClick(event)) return;
    if (control.dataset.kind === "ROUTE" && !control.hasAttribute("target")) {
      event.preventDefault();
      void navigate(control.getAttribute("href") ?? "/");
    }
  };
  return (
    // The handler receives the clicks of links and buttons, which the keyboard reaches and activates.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={clsx(styles.prose, layout && styles[layout], className)}
      onClick={follow}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
