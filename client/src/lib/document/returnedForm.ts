import { createContext, useContext, useEffect, useState } from "react";
import type { ReturnedForm } from "~/lib/screen/screenData";

/**
 * The result of a form that was submitted without JavaScript, from the document. It is shown until its page is left.
 */
export class ReturnedFormStore {
  constructor(private form: ReturnedForm | undefined) {}

  of(id: string): ReturnedForm | undefined {
    return this.form?.id === id ? this.form : undefined;
  }

  drop() {
    this.form = undefined;
  }
}

const ReturnedFormContext = createContext(new ReturnedFormStore(undefined));

export const ReturnedFormProvider = ReturnedFormContext.Provider;

/** The submission result of a module's form; undefined if it was not submitted, or by a script. */
export function useReturnedForm(id: string): ReturnedForm | undefined {
  const store = useContext(ReturnedFormContext);
  const [returned] = useState(() => store.of(id));
  useEffect(() => () => store.drop(), [store]);
  return returned;
}
