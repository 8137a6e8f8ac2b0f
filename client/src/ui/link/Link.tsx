import { type ReactNode, type Ref, useContext } from "react";
import { useIntl } from "react-intl";
import { Link as RouterLink } from "react-router";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { ActionsContext, runAction } from "./actions";

/** A link of the graph, resolved for the visitor's site and locale (NAV-22 to NAV-24). */
export interface LinkTarget {
  kind: "ROUTE" | "PLAIN" | "ACTION" | "NONE";
  /** The URL for ROUTE and PLAIN, the action's name for ACTION. */
  url?: string | null;
  text?: string | null;
  openInNewTab?: boolean | null;
}

export interface LinkProps {
  target: LinkTarget;
  /** For a link with a URL. */
  ref?: Ref<HTMLAnchorElement> | undefined;
  className?: string | undefined;
  /** Replaces the target's text. */
  children?: ReactNode;
  onClick?: () => void;
  "aria-current"?: "page" | "true";
  "aria-label"?: string;
  lang?: string;
  hrefLang?: string;
}

/** Renders a link target by its kind: a client-side route, a plain link, or a button. */
export function Link({ target, ref, children, onClick, ...rest }: LinkProps) {
  const { formatMessage } = useIntl();
  const actions = useContext(ActionsContext);
  const content = children ?? target.text;

  if ((target.kind === "ROUTE" || target.kind === "PLAIN") && target.url) {
    const label = rest["aria-label"];
    const hint = target.openInNewTab && formatMessage({ id: "link.newTab" });
    // Screen readers announce that the link opens a new tab.
    const newTab = hint && {
      target: "_blank",
      rel: "noopener",
      ...(label && { "aria-label": `${label} ${hint}` }),
    };
    const attributes = { onClick, ...rest, ...newTab };
    const labelled = (
      <>
        {content}
        {hint && <VisuallyHidden> {hint}</VisuallyHidden>}
      </>
    );
    return target.kind === "ROUTE" ? (
      <RouterLink ref={ref} to={target.url} {...attributes}>
        {labelled}
      </RouterLink>
    ) : (
      <a ref={ref} href={target.url} {...attributes}>
        {labelled}
      </a>
    );
  }
  const run = () => {
    onClick?.();
    if (target.kind === "ACTION") runAction(actions, target.url);
  };
  return (
    <button type="button" onClick={run} {...rest}>
      {content}
    </button>
  );
}
