import { clsx } from "clsx";
import type { ComponentPropsWithRef, ReactNode, Ref } from "react";
import { Link, type LinkTarget } from "~/ui/link/Link";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./Button.module.css";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

interface ButtonLook {
  variant?: ButtonVariant;
  size?: "small" | "medium";
  /** Before the text. */
  icon?: ReactNode;
  /** After the text. */
  trailingIcon?: ReactNode;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<"button">, "popover"> {
  /** Shows a spinner, hides the content and disables the button (UI-4). */
  loading?: boolean;
}

/**
 * An action on this page. For navigation, use {@link ButtonLink}. A disabled button does nothing but keeps the focus,
 * which browsers take from one with the attribute `disabled`: it is often disabled because it was pressed.
 */
export function Button({
  variant = "primary",
  size = "medium",
  icon,
  trailingIcon,
  loading = false,
  type = "button",
  disabled = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isDisabled = disabled || loading;
  return (
    <button
      type={type}
      className={clsx(styles.button, styles[variant], styles[size], !children && styles.square, className)}
      aria-disabled={isDisabled || undefined}
      // Also prevents that the button submits its form, by itself or by Enter in a field.
      onClick={isDisabled ? (event) => event.preventDefault() : onClick}
      aria-busy={loading || undefined}
      {...rest}
    >
      <ButtonContent icon={icon} trailingIcon={trailingIcon} hidden={loading}>
        {children}
      </ButtonContent>
      {loading && <Spinner className={styles.spinner} />}
    </button>
  );
}

export interface ButtonLinkProps extends ButtonLook {
  target: LinkTarget;
  ref?: Ref<HTMLAnchorElement> | undefined;
  className?: string | undefined;
  onClick?: () => void;
  /** Replaces the target's text. */
  children?: ReactNode;
}

/** A link target that looks like a button. */
export function ButtonLink({
  target,
  ref,
  variant = "primary",
  size = "medium",
  icon,
  trailingIcon,
  className,
  onClick,
  children,
}: ButtonLinkProps) {
  return (
    <Link
      target={target}
      ref={ref}
      className={clsx(styles.button, styles[variant], styles[size], className)}
      onClick={onClick}
    >
      <ButtonContent icon={icon} trailingIcon={trailingIcon}>
        {children ?? target.text}
      </ButtonContent>
    </Link>
  );
}

function ButtonContent({
  icon,
  trailingIcon,
  hidden,
  children,
}: ButtonLook & { hidden?: boolean; children?: ReactNode }) {
  return (
    <span className={styles.content} data-hidden={hidden || undefined}>
      {icon}
      {children && <span>{children}</span>}
      {trailingIcon && <span className={styles.trailing}>{trailingIcon}</span>}
    </span>
  );
}
