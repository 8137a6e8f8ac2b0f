import { type DOMAttributes, type FocusEvent, type InputEvent, type SyntheticEvent, useState } from "react";
import { useIntl } from "react-intl";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The handlers of a field's own that are called before those of its validity. */
export type OwnHandlers<C extends Control> = Pick<DOMAttributes<C>, "onInvalid" | "onBlur" | "onInput">;

/**
 * The browser's own constraint validation with our texts: it speaks when a field is left or its form is sent, and is
 * silent again as soon as the value fits.
 */
export function useValidity<C extends Control>(
  own: OwnHandlers<C>,
  invalidMessage?: string,
  generic: "input.invalid" | "input.checkbox" = "input.invalid",
) {
  const { formatMessage } = useIntl();
  const [invalid, setInvalid] = useState(false);
  return {
    message: invalid ? (invalidMessage ?? formatMessage({ id: generic })) : undefined,
    handlers: {
      onInvalid: (event: SyntheticEvent<C>) => {
        own.onInvalid?.(event);
        // The browser's bubble would say it a second time, in its own words.
        event.preventDefault();
        setInvalid(true);
        const control = event.currentTarget;
        const controls = Array.from(control.form?.elements ?? []) as Control[];
        if (controls.find((c) => c.willValidate && !c.validity.valid) === control) control.focus();
      },
      onBlur: (event: FocusEvent<C>) => {
        own.onBlur?.(event);
        // An empty field that was only passed by is no mistake yet.
        if (event.currentTarget.value !== "" || invalid) setInvalid(!event.currentTarget.validity.valid);
      },
      onInput: (event: InputEvent<C>) => {
        own.onInput?.(event);
        if (invalid && event.currentTarget.validity.valid) setInvalid(false);
      },
    },
  };
}
