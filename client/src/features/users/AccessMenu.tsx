import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { UserActionOptionFragment } from "~/graph/generated/graphql";
import styles from "./AccessMenu.module.css";
import type { ActionUser } from "./useActionFlow";
import { useUserTexts } from "./userTexts";

/** A cell of the matrix whose menu is open. */
export interface OpenAccess {
  /** The cell's link. */
  anchor: HTMLElement;
  title: string;
  /** The page of the user. */
  url: string;
  user: ActionUser;
  options: readonly UserActionOptionFragment[];
}

export interface AccessMenuProps extends OpenAccess {
  onChoose: (option: UserActionOptionFragment) => void;
  onClose: () => void;
}

/** The space between the cell, the menu and the window, in pixels. */
const gap = 4;

/** The actions on an access, in a menu beside its cell. The browser closes it on Escape and on a click elsewhere. */
export function AccessMenu({ anchor, title, url, options, onChoose, onClose }: AccessMenuProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    if ("showPopover" in element) element.showPopover();
    const place = () => {
      const cell = anchor.getBoundingClientRect();
      const { offsetWidth, offsetHeight } = element;
      const below = cell.bottom + gap;
      const isBelow = below + offsetHeight + gap <= window.innerHeight;
      element.style.top = `${Math.max(gap, isBelow ? below : cell.top - offsetHeight - gap)}px`;
      element.style.left = `${Math.max(gap, Math.min(cell.left, window.innerWidth - offsetWidth - gap))}px`;
    };
    place();
    itemsOf(element)[0]?.focus({ preventScroll: true });
    window.addEventListener("resize", place);
    window.addEventListener("scroll", place, { capture: true });
    return () => {
      window.removeEventListener("resize", place);
      window.removeEventListener("scroll", place, { capture: true });
    };
  }, [anchor]);

  const leave = () => {
    anchor.focus();
    onClose();
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = itemsOf(event.currentTarget);
    const at = items.findIndex((item) => item === document.activeElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      items[target]?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      leave();
    }
  };
  return (
    <div
      ref={menu}
      className={styles.menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={title}
      onKeyDown={move}
      onToggle={(event) => {
        if (event.newState === "closed") onClose();
      }}
    >
      <p className={styles.title} role="presentation">
        {title}
      </p>
      {options.map((option) => (
        <button
          key={option.action}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          data-destructive={option.isDestructive || undefined}
          onClick={() => {
            // The dialog returns the focus to the cell.
            anchor.focus();
            onChoose(option);
          }}
        >
          {texts.action(option.action)}
        </button>
      ))}
      <Link role="menuitem" tabIndex={-1} className={styles.item} to={url}>
        {formatMessage({ id: "users.exists.link" })}
      </Link>
    </div>
  );
}

const itemsOf = (menu: HTMLElement) => Array.from(menu.querySelectorAll<HTMLElement>("[role=menuitem]"));
