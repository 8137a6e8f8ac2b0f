import { createContext, useContext, useEffect, useState } from "react";
import type { ReturnedForm } from "./screenData";

/** What the document says of a form that was sent without scripts. It is said once: until its page is left. */
export class FormReturn {
  constructor(private form: ReturnedForm | undefined) {}

  of(id: string): ReturnedForm | undefined {
    return this.form?.id === id ? this.form : undefined;
  }

  drop() {
    this.form = undefined;
  }
}

const FormReturnContext = createContext(new FormReturn(undefined));

export const FormReturnProvider = FormReturnContext.Provider;

/** What became of the form of a module; nothing where it was not sent, or by a script. */
export function useReturnedForm(id: string): ReturnedForm | undefined {
  const returns = useContext(FormReturnContext);
  const [returned] = useState(() => returns.of(id));
  useEffect(() => () => returns.drop(), [returns]);
  return returned;
}
