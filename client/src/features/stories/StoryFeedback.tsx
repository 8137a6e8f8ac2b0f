import { type SubmitEvent, useState, useSyncExternalStore } from "react";
import { useIntl } from "react-intl";
import type { StoryPageFragment } from "~/graph/generated/graphql";
import { useSubmitForm } from "~/graph/useSubmitForm";
import { Button } from "~/ui/button/Button";
import { type Draft, emptyDraft, storeDraft, newKey, readDraft } from "~/ui/draft/draft";
import { RadioGroup } from "~/ui/input/Choice";
import { TextArea } from "~/ui/input/TextField";
import styles from "./StoryFeedback.module.css";

/** The value of a draft whose feedback was already sent. */
const sentMarker = "sent";

interface StoryFeedbackProps {
  storyId: string;
  form: StoryPageFragment["feedbackForm"];
}

const noSubscription = () => () => undefined;

/** Asks a reader once for feedback on a story. */
export function StoryFeedback(props: StoryFeedbackProps) {
  const inBrowser = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  return inBrowser ? <Feedback key={props.storyId} {...props} /> : <div className={styles.place} />;
}

function Feedback({ storyId, form }: StoryFeedbackProps) {
  const { formatMessage } = useIntl();
  const submitForm = useSubmitForm();
  const name = `feedback-${storyId}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft(name) ?? emptyDraft);
  const [state, setState] = useState<"open" | "sending" | "failed" | "limited">("open");

  const comment = form.fields.find((field) => field.name === "comment");
  const keep = (next: Draft) => {
    setDraft(next);
    storeDraft(name, next);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === "sending") return;
    const values: Record<string, string> = {};
    for (const [field, value] of new FormData(event.currentTarget))
      if (typeof value === "string") values[field] = value;
    // A second click sends the same idempotency key: it is the same feedback.
    const ready = { ...draft, key: draft.key || newKey(), values };
    keep(ready);
    setState("sending");
    const result = await submitForm({ kind: form.kind, key: ready.key, about: storyId, values });
    if ("submission" in result) keep({ ...ready, values: { [sentMarker]: "true" } });
    setState(!("failure" in result) ? "open" : result.failure === "limited" ? "limited" : "failed");
  };
  if (draft.values[sentMarker]) {
    return (
      <p className={styles.thanks} role="status">
        {formatMessage({ id: "feedback.thanks" })}
      </p>
    );
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <RadioGroup
        legend={formatMessage({ id: "feedback.question" })}
        name="helpful"
        required
        segmented
        {...(draft.values.helpful ? { defaultValue: draft.values.helpful } : {})}
        options={[
          { value: "yes", label: formatMessage({ id: "form.option.yes" }) },
          { value: "no", label: formatMessage({ id: "form.option.no" }) },
        ]}
      />
      <TextArea
        label={formatMessage({ id: "feedback.comment" })}
        name="comment"
        rows={3}
        {...(comment ? { maxLength: comment.maxLength } : {})}
        defaultValue={draft.values.comment ?? ""}
      />
      {(state === "failed" || state === "limited") && <p role="alert">{formatMessage({ id: `form.${state}` })}</p>}
      <Button type="submit" variant="secondary" loading={state === "sending"}>
        {formatMessage({ id: "feedback.send" })}
      </Button>
    </form>
  );
}
