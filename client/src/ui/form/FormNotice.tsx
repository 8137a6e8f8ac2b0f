import { useIntl } from "react-intl";
import type { TextId } from "~/i18n/textId";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import type { FormFailure, FormState } from "./useForm";

export interface FormNoticeProps {
  form: Pick<FormState<FormFailure>, "failure" | "mustWait">;
  /** The text of a failure, and of a limit if that has its own. */
  failed: TextId;
  limited?: TextId;
  /** The text about an earlier attempt that has no answer; undefined for none. */
  interrupted?: TextId | undefined;
}

/** Says why a form was not submitted, or that an earlier page submitted it and has no answer. */
export function FormNotice({ form, failed, limited = failed, interrupted }: FormNoticeProps) {
  const { formatMessage } = useIntl();
  const failure = form.failure === "limited" ? limited : form.failure && failed;
  const problem = form.mustWait ? "form.files.running" : failure;
  if (problem)
    return <FlashMessage key={problem} flash={{ type: "error", static: true, text: formatMessage({ id: problem }) }} />;
  if (interrupted) return <FlashMessage flash={{ static: true, text: formatMessage({ id: interrupted }) }} />;
  return null;
}
