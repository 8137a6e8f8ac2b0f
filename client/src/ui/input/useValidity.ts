import { type DOMAttributes, type FocusEvent, type InputEvent, type SyntheticEvent, useState } from "react";
import { useIntl } from "react-intl";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Handlers of the field that are called before those of the validation. */
export type OwnHandlers<C extends Control> = Pick<DOMAttributes<C>, "onInvalid" | "onBlur" | "onInput">;

/**
 * The browser's constraint validation with our messages: a field is validated on blur and on submission, and the
 * message is removed as soon as the value is valid.
 */
export function useValidity<C extends Control>(
  fieldHandlers: OwnHandlers<C>,
  invalidMessage?: string,
  generic: "input.invalid" | "input.checkbox" = "input.invalid",
) {
  const { formatMessage } = useIntl();
  const [invalid, setInvalid] = useState(false);
  return {
    message: invalid ? (invalidMessage ?? formatMessage({ id: generic })) : undefined,
    handlers: {
      onInvalid: (event: SyntheticEvent<C>) => {
        fieldHandlers.onInvalid?.(event);
        // Suppresses the browser's own message.
        event.preventDefault();
        setInvalid(true);
        const control = event.currentTarget;
        const controls = Array.from(control.form?.elements ?? []) as Control[];
        if (controls.find((c) => c.willValidate && !c.validity.valid) === control) control.focus();
      },
      onBlur: (event: FocusEvent<C>) => {
        fieldHandlers.onBlur?.(event);
        // An empty field that was only focused is not reported yet.
        if (event.currentTarget.value !== "" || invalid) setInvalid(!event.currentTarget.validity.valid);
      },
      onInput: (event: InputEvent<C>) => {
        fieldHandlers.onInput?.(event);
        if (invalid && event.currentTarget.validity.valid) setInvalid(false);
      },
    },
  };
}
