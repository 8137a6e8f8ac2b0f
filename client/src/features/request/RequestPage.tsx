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
  onSent: (
    submission: { reference: string; office: RequestOfficeViewFragment | null },
    values: Readonly<Record<string, string>>,
  ) => void;
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
  const [sent, setSent] = useState<{
    reference: string;
    office?: RequestOfficeViewFragment | null | undefined;
    values: Readonly<Record<string, string>>;
  }>();
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
      <div className={styles.page} data-without-side-buttons="" data-without-comparison-bar="">
        <MachineCard request={request} />
        <div className={styles.main}>
          {confirmed ? (
            <RequestConfirmation
              id={answerId}
              reference={confirmed.reference}
              request={request}
              office={sent?.office ?? request.office}
              sendsSamples={sent?.values.sendsSamples === "true"}
              entries={entriesOf(sent?.values ?? {}).map(({ id, value }) => ({ label: formatMessage({ id }), value }))}
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
                onSent: (submission, values) => setSent({ ...submission, values }),
              })}
              <p className={styles.kept}>{formatMessage({ id: "form.kept" })}</p>
            </>
          )}
        </div>
        {/* Without scripts, only the card says where samples are sent. */}
        {(!confirmed || !sent) && <OfficeCard office={office} />}
      </div>
    </Section>
  );
}

/** The values about the wire, with the ids of their labels. */
function entriesOf({ crossSection, terminal, yearlyQuantity }: Readonly<Record<string, string>>) {
  return (
    [
      { id: "form.field.crossSection", value: crossSection?.trim() ?? "" },
      { id: "form.field.terminal", value: terminal?.trim() ?? "" },
      { id: "form.field.yearlyQuantity", value: yearlyQuantity?.trim() ?? "" },
    ] as const
  ).filter(({ value }) => value !== "");
}

function useSignedInUser() {
  const state = useSignInState();
  return state.kind === "signedIn" ? state.user : undefined;
}
