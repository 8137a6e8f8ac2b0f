import { clsx } from "clsx";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import styles from "./FlashMessage.module.css";

/** A flash message. */
export interface Flash {
  title?: string;
  /** Sanitized HTML. */
  text?: string;
  type?: "info" | "success" | "error";
  linkText?: string;
  /** The target of the link. Without it, the link hides the message; with it, only a floating one can be hidden. */
  to?: string;
  /** The message cannot be hidden. */
  static?: boolean;
  /** Milliseconds after which a floating message hides itself; null for never. */
  timeout?: number | null;
  /** Shows the time that is left. */
  isCounted?: boolean;
  /** Fixed at the bottom right of the window. */
  floating?: boolean;
}

const icons = { info: InfoIcon, success: CheckIcon, error: AlertIcon };

/** Milliseconds (UI-1, UI-3). */
const defaultTimeout = 7000;

/** Reserves the space that a floating message covers (theme/tokens.css). */
function useReservedSpace(isFloating: boolean) {
  const message = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = message.current;
    if (!isFloating || !element) return;
    const { style } = document.documentElement;
    const reserve = () => {
      const margin = parseFloat(getComputedStyle(element).bottom) || 0;
      style.setProperty("--message-space", `${element.offsetHeight + margin}px`);
    };
    reserve();
    window.addEventListener("resize", reserve);
    return () => {
      window.removeEventListener("resize", reserve);
      style.removeProperty("--message-space");
    };
  }, [isFloating]);
  return message;
}

/** A message that is shown until it is hidden (UI-2). */
export function FlashMessage({
  flash,
  onHide,
  children,
}: {
  flash: Flash;
  onHide?: () => void;
  /** What can be done about the message. */
  children?: ReactNode;
}) {
  const { formatMessage, formatNumber } = useIntl();
  const [hidden, setHidden] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const { type = "info", timeout = defaultTimeout, floating = false, isCounted = false } = flash;
  /** The milliseconds that are left of the shown time, without the present period. */
  const remaining = useRef(timeout ?? Infinity);
  const [secondsLeft, setSecondsLeft] = useState((timeout ?? 0) / 1000);
  const isTimed = floating && timeout !== null;

  useEffect(() => {
    // A message that is hovered or focused is still being read.
    if (!isTimed || hidden || isPaused) return;
    const began = Date.now();
    const left = () => remaining.current - (Date.now() - began);
    const end = setTimeout(() => {
      setHidden(true);
      onHide?.();
    }, remaining.current);
    // A message that does not show the time stays as it is.
    const tick = isCounted ? setInterval(() => setSecondsLeft(Math.ceil(left() / 1000)), 1000) : undefined;
    return () => {
      remaining.current = left();
      clearTimeout(end);
      clearInterval(tick);
    };
  }, [isTimed, isCounted, hidden, isPaused, onHide]);

  const message = useReservedSpace(floating && !hidden);
  if (hidden) return null;
  const hide = () => {
    setHidden(true);
    onHide?.();
  };
  const TypeIcon = icons[type];
  const hides = !flash.static && (!flash.to || floating);
  const hidesByLink = hides && !flash.to && flash.linkText;
  return (
    <div
      ref={message}
      className={clsx(styles.flash, styles[type], floating && styles.floating)}
      role={type === "error" ? "alert" : "status"}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={(event) => setPaused(event.currentTarget.matches(":hover"))}
    >
      <TypeIcon className={styles.icon} />
      <div className={styles.body}>
        {flash.title && <p className={styles.title}>{flash.title}</p>}
        {flash.text && <div className={styles.text} dangerouslySetInnerHTML={{ __html: flash.text }} />}
        {flash.to && (
          <Link
            className={styles.link}
            target={{
              kind: flash.to.startsWith("/") ? "ROUTE" : "PLAIN",
              url: flash.to,
              text: flash.linkText ?? formatMessage({ id: "flash.more" }),
            }}
          />
        )}
        {children && (
          <div className={styles.actions}>
            {children}
            {isCounted && (
              <span className={styles.left} aria-hidden="true">
                {formatNumber(secondsLeft, { style: "unit", unit: "second", unitDisplay: "narrow" })}
              </span>
            )}
          </div>
        )}
        {hidesByLink && (
          <button type="button" className={styles.link} onClick={hide}>
            {flash.linkText}
          </button>
        )}
      </div>
      {hides && !hidesByLink && (
        <Button
          variant="quiet"
          size="small"
          className={styles.close}
          aria-label={formatMessage({ id: "flash.hide" })}
          icon={<CloseIcon size={16} />}
          onClick={hide}
        />
      )}
    </div>
  );
}
