import { type FormEvent, useState } from "react";
import { useIntl } from "react-intl";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * The browser's own constraint validation with our texts: it speaks when a field is left or its form is sent, and is
 * silent again as soon as the value fits.
 */
export function useValidity(invalidMessage?: string, generic: "input.invalid" | "input.checkbox" = "input.invalid") {
  const { formatMessage } = useIntl();
  const [invalid, setInvalid] = useState(false);
  return {
    message: invalid ? (invalidMessage ?? formatMessage({ id: generic })) : undefined,
    handlers: {
      onInvalid: (event: FormEvent<Control>) => {
        // The browser's bubble would say it a second time, in its own words.
        event.preventDefault();
        setInvalid(true);
        const control = event.currentTarget;
        const controls = Array.from(control.form?.elements ?? []) as Control[];
        if (controls.find((c) => c.willValidate && !c.validity.valid) === control) control.focus();
      },
      onBlur: (event: FormEvent<Control>) => {
        // An empty field that was only passed by is no mistake yet.
        if (event.currentTarget.value !== "" || invalid) setInvalid(!event.currentTarget.validity.valid);
      },
      onInput: (event: FormEvent<Control>) => {
        if (invalid && event.currentTarget.validity.valid) setInvalid(false);
      },
    },
  };
}
