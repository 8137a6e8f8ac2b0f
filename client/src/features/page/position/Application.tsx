import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import type { PositionFragment } from "~/graph/generated/graphql";
import { useReturnedForm } from "~/lib/document/returnedForm";
import type { SentForm } from "~/lib/screen/screenData";
import { usePagePath } from "~/lib/url/usePagePath";
import { removeDraft } from "~/ui/draft/draft";
import { Section } from "~/ui/section/Section";
import { FormConfirmation } from "../modules/form/FormConfirmation";
import { FormControls } from "../modules/form/FormControls";
import { AllPositions } from "./AllPositions";
import { applicationId } from "./applicationId";
import styles from "./Position.module.css";

export interface ApplicationProps {
  /** The id of the page. */
  about: string;
  position: PositionFragment & { form: NonNullable<PositionFragment["form"]> };
}

const answerId = `${applicationId}-answer`;
const labels = { message: "position.message" } as const;
const noCountries: readonly never[] = [];

/**
 * The form of an application, and its confirmation. All positions have one draft: what was typed for a position that
 * is closed meanwhile is there for another one.
 */
export function Application({ about, position }: ApplicationProps) {
  const { formatMessage } = useIntl();
  const returned = useReturnedForm(applicationId);
  const [sent, setSent] = useState<SentForm | undefined>(returned?.sent);
  const page = usePagePath();
  const { form, site, isClosed, listUrl } = position;
  const draftName = form.kind;

  // A form that was submitted without JavaScript is no longer a draft.
  useEffect(() => {
    if (returned?.sent) removeDraft(draftName);
  }, [returned, draftName]);
  const allPositions = listUrl && <AllPositions url={listUrl} />;
  // The form of a closed position is shown with the values that were sent when it had been closed.
  if (isClosed && !returned) return null;
  return (
    <Section
      id={applicationId}
      layout="margin"
      title={formatMessage({ id: "position.application" })}
      lead={sent ? undefined : formatMessage({ id: "position.applicationLead" })}
    >
      {sent ? (
        <FormConfirmation
          id={answerId}
          submission={sent}
          page={page}
          title="position.sentTitle"
          text="position.sentText"
          next={allPositions}
        />
      ) : (
        <>
          <FormControls
            form={{ id: applicationId, form, site, about, countries: noCountries }}
            draftName={draftName}
            action={`${page}#${answerId}`}
            answerId={answerId}
            returned={returned}
            labels={labels}
            use={formatMessage({ id: "position.privacy" })}
            closedLink={allPositions}
            onSent={setSent}
          />
          <p className={styles.kept}>{formatMessage({ id: "form.kept" })}</p>
        </>
      )}
    </Section>
  );
}
