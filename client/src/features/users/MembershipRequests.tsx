import { useState } from "react";
import { useIntl } from "react-intl";
import type { ManagedUserListFragment, PortalService } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormField } from "~/ui/form/FormField";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Checkbox } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import type { Notice } from "./ActionNotice";
import { denialTexts } from "./denialTexts";
import dialogStyles from "./InviteDialog.module.css";
import styles from "./MembershipRequests.module.css";
import { type Change, useUserAction } from "./useUserAction";
import { useUserTexts } from "./userTexts";

type Request = ManagedUserListFragment["membershipRequests"][number];

export interface MembershipRequestsProps {
  list: Pick<ManagedUserListFragment, "membershipRequests" | "denialFields"> & {
    /** The organizations that the administrator can choose. */
    organizations: readonly Pick<ManagedUserListFragment["organizations"][number], "id" | "name" | "applications">[];
  };
  /** Called with the result of a decision. */
  onDecided: (notice: Notice) => void;
}

/** The open requests of people without an organization, with the decision on each (USER-53). */
export function MembershipRequests({ list, onDecided }: MembershipRequestsProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const { act, isBusy } = useUserAction();
  const [decision, setDecision] = useState<{ request: Request; isAccepted: boolean }>();
  const { membershipRequests: requests } = list;

  const decide = async (request: Request, change: Change) => {
    const result = await act(request.userId, change);
    setDecision(undefined);
    onDecided({ ...result, action: change.action, name: request.fullName });
  };
  if (requests.length === 0) return null;
  return (
    <section className={styles.requests} aria-labelledby="membership-requests">
      <h2 className={styles.title} id="membership-requests">
        {formatMessage({ id: "users.membership.title" }, { count: requests.length })}
      </h2>
      <ul className={styles.list}>
        {requests.map((request) => (
          <li key={request.userId} className={styles.request}>
            <div className={styles.who}>
              <h3 className={styles.name}>{request.fullName}</h3>
              <p className={styles.note}>{request.email}</p>
            </div>
            <div className={styles.what}>
              <p>{formatMessage({ id: "users.membership.company" }, { company: request.company })}</p>
              <p className={styles.note}>
                {formatMessage({ id: "users.requested" }, { date: texts.date(request.requestedAt) })}
              </p>
            </div>
            <div className={styles.actions}>
              <Button size="small" onClick={() => setDecision({ request, isAccepted: true })}>
                {texts.action("ACCEPT_MEMBERSHIP")}
                <VisuallyHidden>{` ${request.fullName}`}</VisuallyHidden>
              </Button>
              <Button size="small" variant="secondary" onClick={() => setDecision({ request, isAccepted: false })}>
                {texts.action("DENY_MEMBERSHIP")}
                <VisuallyHidden>{` ${request.fullName}`}</VisuallyHidden>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {decision?.isAccepted && (
        <AcceptDialog
          request={decision.request}
          organizations={list.organizations}
          isSending={isBusy}
          onClose={() => setDecision(undefined)}
          onAccept={(organization, applications) =>
            void decide(decision.request, { action: "ACCEPT_MEMBERSHIP", organization, applications })
          }
        />
      )}
      {decision && !decision.isAccepted && (
        <DenyDialog
          request={decision.request}
          fields={list.denialFields}
          isSending={isBusy}
          onClose={() => setDecision(undefined)}
          onDeny={(reason) => void decide(decision.request, { action: "DENY_MEMBERSHIP", reason })}
        />
      )}
    </section>
  );
}

interface DecisionDialogProps {
  request: Request;
  isSending: boolean;
  onClose: () => void;
}

/** Accepts a person into an organization, with or without applications. */
function AcceptDialog({
  request,
  organizations,
  isSending,
  onClose,
  onAccept,
}: DecisionDialogProps & {
  organizations: MembershipRequestsProps["list"]["organizations"];
  onAccept: (organization: string, applications: PortalService[]) => void;
}) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  // A company without an organization must be assigned by hand; an administrator of one has no other choice.
  const only = organizations.length === 1 ? organizations[0]?.id : undefined;
  const preset = request.organization?.id ?? only ?? "";
  const [chosen, setChosen] = useState(preset);
  const organization = organizations.find(({ id }) => id === chosen);
  const { fullName: name, email, company } = request;
  return (
    <Dialog open title={formatMessage({ id: "users.membership.accept" }, { name })} onClose={onClose}>
      <DialogForm
        submit={texts.action("ACCEPT_MEMBERSHIP")}
        isSending={isSending}
        onSubmit={(form) => onAccept(chosen, new FormData(form).getAll("application") as PortalService[])}
        onClose={onClose}
      >
        <p>{formatMessage({ id: "users.membership.lead" }, { name, email, company })}</p>
        <Select
          label={formatMessage({ id: "users.invite.organization" })}
          name="organization"
          required
          defaultValue={preset}
          placeholder={formatMessage({ id: "form.choose" })}
          onChange={(event) => setChosen(event.target.value)}
          options={organizations.map(({ id, name: label }) => ({ value: id, label }))}
        />
        {organization && organization.applications.length > 0 && (
          <fieldset className={dialogStyles.applications} key={chosen}>
            <legend className={dialogStyles.legend}>{formatMessage({ id: "users.invite.applications" })}</legend>
            {organization.applications.map((application) => (
              <Checkbox
                key={application}
                name="application"
                value={application}
                label={texts.application(application)}
              />
            ))}
          </fieldset>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** Denies a request with a reason, which the person reads. */
function DenyDialog({
  request,
  fields,
  isSending,
  onClose,
  onDeny,
}: DecisionDialogProps & {
  fields: MembershipRequestsProps["list"]["denialFields"];
  onDeny: (reason: string) => void;
}) {
  const { formatMessage } = useIntl();
  const [reason, setReason] = useState("");
  const { fullName: name } = request;
  return (
    <Dialog open title={formatMessage({ id: "users.membership.deny" }, { name })} onClose={onClose}>
      <DialogForm
        submit={formatMessage({ id: "users.action.DENY_MEMBERSHIP" })}
        isSending={isSending}
        onSubmit={() => onDeny(reason)}
        onClose={onClose}
      >
        <p>{formatMessage({ id: "users.deny.lead" }, { name })}</p>
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            texts={denialTexts}
            value={reason}
            onChange={setReason}
            isInvalid={false}
          />
        ))}
      </DialogForm>
    </Dialog>
  );
}
