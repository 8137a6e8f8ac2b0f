import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import type { RequestOfficeViewFragment, RequestPageFragment } from "~/graph/generated/graphql";
import { useSignInState } from "~/lib/account/account";
import { useReturnedForm } from "~/lib/document/returnedForm";
import type { ReturnedForm } from "~/lib/screen/screenData";
import { usePagePath } from "~/lib/url/usePagePath";
import { removeDraft } from "~/ui/draft/draft";
import { Section } from "~/ui/section/Section";
import { MachineCard } from "./MachineCard";
import { OfficeCard } from "./OfficeCard";
import { RequestConfirmation } from "./RequestConfirmation";
import styles from "./RequestPage.module.css";
import { useOffice } from "./useOffice";

/** What the form of a request needs. */
export interface RequestFormProps {
  draftName: string;
  /** The URL that the form is submitted to without JavaScript. */
  action: string;
  /** The id that the URL of the response links to. */
  answerId: string;
  returned: ReturnedForm | undefined;
  /** Values of an untouched form; those of the user arrive later. */
  defaults: Readonly<Record<string, string>>;
  /** Values that the URL chooses. */
  chosen: Readonly<Record<string, string>>;
  onValues: (values: Readonly<Record<string, string>>) => void;
  onSent: (submission: { reference: string; office: RequestOfficeViewFragment | null }) => void;
}

export interface RequestPageProps {
  request: RequestPageFragment;
  renderForm: (form: RequestFormProps) => ReactNode;
}

/** The id of the form, which is no module of a page (`edge/forms/forms.go`). */
export const requestFormId = "request";
const answerId = "request-answer";

/** A request: the machine, the office that answers, and the form or its confirmation. */
export function RequestPage({ request, renderForm }: RequestPageProps) {
  const { formatMessage } = useIntl();
  const page = usePagePath();
  const returned = useReturnedForm(requestFormId);
  const user = useSignedInUser();
  const [country, setCountry] = useState(returned?.values?.country ?? request.country ?? "");
  const [sent, setSent] = useState<{ reference: string; office?: RequestOfficeViewFragment | null | undefined }>();
  const office = useOffice(request, country);
  const confirmed = sent ?? returned?.sent;
  // Another machine is another request: its draft has a key of its own.
  const draftName = `${request.form.kind}-${request.about}`;

  const chosen = useMemo(() => ({ requested: request.requested }), [request.requested]);
  const defaults = useMemo(
    () => ({ country: request.country ?? "", name: user?.fullName ?? "", email: user?.email ?? "" }),
    [request.country, user],
  );

  // A form that was submitted without JavaScript is no longer a draft.
  useEffect(() => {
    if (returned?.sent) removeDraft(draftName);
  }, [returned, draftName]);
  return (
    <Section layout="plain">
      <div className={styles.page} data-without-side-buttons="">
        <MachineCard request={request} />
        <div className={styles.main}>
          {confirmed ? (
            <RequestConfirmation
              id={answerId}
              reference={confirmed.reference}
              request={request}
              office={sent?.office ?? request.office}
            />
          ) : (
            <>
              {renderForm({
                draftName,
                action: `${page}#${answerId}`,
                answerId,
                returned,
                defaults,
                chosen,
                onValues: (values) => setCountry(values.country ?? ""),
                onSent: setSent,
              })}
              <p className={styles.kept}>{formatMessage({ id: "form.kept" })}</p>
            </>
          )}
        </div>
        {!confirmed && <OfficeCard office={office} />}
      </div>
    </Section>
  );
}

function useSignedInUser() {
  const state = useSignInState();
  return state.kind === "signedIn" ? state.user : undefined;
}
