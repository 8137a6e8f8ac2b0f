import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import type { FormModuleFragment } from "~/graph/generated/graphql";
import { useReturnedForm } from "~/lib/document/returnedForm";
import type { SentForm } from "~/lib/screen/screenData";
import { usePagePath } from "~/lib/url/usePagePath";
import { removeDraft } from "~/ui/draft/draft";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import { FormConfirmation } from "./FormConfirmation";
import { FormControls } from "./FormControls";
import styles from "./FormView.module.css";

/** The storage name of a form's draft. */
function draftName({ form, document }: FormModuleFragment): string {
  return document ? `${form.kind}-${document.about}` : form.kind;
}

/** A form with its draft, its messages and its confirmation. */
export function FormView({ module: m }: { module: FormModuleFragment }) {
  const { formatMessage } = useIntl();
  const returned = useReturnedForm(m.id);
  const [sent, setSent] = useState<SentForm | undefined>(returned?.sent);
  const [formCount, setFormCount] = useState(0);
  const page = usePagePath();
  const answerId = `${m.id}-answer`;
  const name = draftName(m);

  // A form that was submitted without JavaScript is no longer a draft.
  useEffect(() => {
    if (returned?.sent) removeDraft(name);
  }, [returned, name]);
  return (
    <Section id={m.id} layout="margin" title={m.title ?? m.anchorTitle} lead={m.text}>
      {m.document?.cover && (
        <Picture
          className={styles.cover}
          picture={{ ...m.document.cover, url: m.document.cover.source }}
          sizes="26rem"
        />
      )}
      {sent ? (
        <FormConfirmation
          id={answerId}
          submission={sent}
          page={page}
          onAgain={
            returned?.sent
              ? undefined
              : () => {
                  setSent(undefined);
                  setFormCount(formCount + 1);
                }
          }
        />
      ) : (
        <FormControls
          key={formCount}
          form={{ ...m, about: m.document?.about }}
          draftName={name}
          action={`${page}#${answerId}`}
          answerId={answerId}
          returned={formCount === 0 ? returned : undefined}
          onSent={setSent}
        />
      )}
      {!sent && <p className={styles.kept}>{formatMessage({ id: "form.kept" })}</p>}
    </Section>
  );
}
