import { useEffect, useEffectEvent, useRef } from "react";

/** Updates a control when the URL changes, also on back navigation. Remounting it instead would lose the focus. */
export function useUrlValue<Control extends HTMLElement>(value: string | boolean, set: (control: Control) => void) {
  const control = useRef<Control>(null);
  const apply = useEffectEvent(set);
  useEffect(() => {
    if (control.current) apply(control.current);
  }, [value]);
  return control;
}
