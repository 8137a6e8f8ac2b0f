import { type SubmitEvent, useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { StoryPageFragment } from "~/graph/generated/graphql";
import { useSubmitForm } from "~/graph/useSubmitForm";
import { useReturnedForm } from "~/lib/document/returnedForm";
import { useIsScripted } from "~/lib/document/useIsScripted";
import { controlValue } from "~/lib/interaction/controlValue";
import { usePrivacyUrl } from "~/lib/url/privacyUrl";
import { usePagePath } from "~/lib/url/usePagePath";
import { Button } from "~/ui/button/Button";
import { type Draft, emptyDraft, newKey, readDraft, storeDraft } from "~/ui/draft/draft";
import { TextArea } from "~/ui/input/TextField";
import { Link } from "~/ui/link/Link";
import styles from "./PageFeedback.module.css";

/** The id of the form, which is no module of a page (`edge/forms/forms.go`). */
const formId = "feedback";
const answerId = "feedback-answer";
const questionId = "feedback-question";

/** The value of a draft whose feedback was already sent. */
const sentMarker = "sent";

export interface PageFeedbackProps {
  form: StoryPageFragment["feedbackForm"];
  /** The id of the story, or the slug of the product or service. */
  about: string;
  /** The technical name of the site. */
  site: string;
}

/** Asks a visitor once whether a page was helpful. */
export function PageFeedback(props: PageFeedbackProps) {
  return <Feedback key={props.about} {...props} />;
}

/**
 * A form of HTML with two buttons (FORM-8): without JavaScript, each sends the form with the comment; else the answer
 * "no" asks for a comment.
 */
function Feedback({ form, about, site }: PageFeedbackProps) {
  const { formatMessage } = useIntl();
  const privacyUrl = usePrivacyUrl();
  const page = usePagePath();
  const returned = useReturnedForm(formId);
  const isScripted = useIsScripted();
  const submitForm = useSubmitForm();
  const name = `feedback-${about}`;
  const stored = useMemo(() => (isScripted ? readDraft(name) : undefined), [isScripted, name]);
  const [changed, setChanged] = useState<Draft>();
  const draft = changed ?? stored ?? { ...emptyDraft, values: returned?.values ?? {} };
  const [state, setState] = useState<"open" | "sending" | "failed" | "limited">(
    returned?.failure ? failureOf(returned.failure) : "open",
  );
  const shown = useRef<HTMLElement>(null);
  const isNo = draft.values.helpful === "no";
  const isSent = returned?.sent !== undefined || draft.values[sentMarker] !== undefined;

  // The pressed button is gone.
  const isChanged = changed !== undefined;
  useEffect(() => {
    if (isChanged) shown.current?.querySelector<HTMLElement>("textarea, p[tabindex]")?.focus();
  }, [isChanged, isNo, isSent]);

  const keep = (next: Draft) => {
    setChanged(next);
    storeDraft(name, next);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === "sending") return;
    const data = new FormData(event.currentTarget, event.nativeEvent.submitter);
    const values = { helpful: controlValue(data, "helpful"), comment: controlValue(data, "comment") };
    // A second click sends the same idempotency key: it is the same feedback, unless the answer has changed.
    const isSame = draft.key !== "" && draft.values.helpful === values.helpful;
    const ready = { ...draft, key: isSame ? draft.key : newKey(), values };
    keep(ready);
    if (values.helpful === "no" && !isNo) return;
    setState("sending");
    const website = controlValue(data, "website");
    const result = await submitForm({ kind: form.kind, key: ready.key, site, about, values, website });
    if ("submission" in result) keep({ ...ready, values: { [sentMarker]: "true" } });
    setState("failure" in result ? failureOf(result.failure) : "open");
  };
  return (
    <section ref={shown} id={answerId} className={styles.feedback} aria-labelledby={questionId}>
      {isSent ? (
        <p id={questionId} className={styles.question} tabIndex={-1}>
          {formatMessage({ id: "feedback.thanks" })}
        </p>
      ) : (
        <form
          className={styles.form}
          method="post"
          action={`${page}#${answerId}`}
          onSubmit={(event) => void submit(event)}
        >
          <input type="hidden" name="form" value={formId} />
          {/* A honeypot for bots, hidden from people. */}
          <div className={styles.trap} aria-hidden="true">
            <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="website" />
          </div>
          <p id={questionId} className={styles.question}>
            {formatMessage({ id: "feedback.question" })}
          </p>
          <div className={styles.comment} data-shown={isNo || undefined}>
            <TextArea
              label={formatMessage({ id: "feedback.comment" })}
              name="comment"
              rows={3}
              maxLength={form.fields.find((field) => field.name === "comment")?.maxLength}
              defaultValue={draft.values.comment ?? ""}
            />
          </div>
          <div className={styles.answers}>
            {!isNo && (
              <Button type="submit" name="helpful" value="yes" variant="secondary" loading={state === "sending"}>
                {formatMessage({ id: "form.option.yes" })}
              </Button>
            )}
            <Button type="submit" name="helpful" value="no" variant="secondary" loading={isNo && state === "sending"}>
              {formatMessage({ id: isNo ? "feedback.send" : "form.option.no" })}
            </Button>
          </div>
          {(state === "failed" || state === "limited") && <p role="alert">{formatMessage({ id: `form.${state}` })}</p>}
          {privacyUrl && (
            <p className={styles.privacy}>
              {formatMessage({ id: "feedback.privacy" })}{" "}
              <Link target={{ kind: "ROUTE", url: privacyUrl }}>{formatMessage({ id: "form.privacy" })}</Link>
            </p>
          )}
        </form>
      )}
    </section>
  );
}

function failureOf(failure: "failed" | "limited" | "closed"): "failed" | "limited" {
  return failure === "limited" ? "limited" : "failed";
}
