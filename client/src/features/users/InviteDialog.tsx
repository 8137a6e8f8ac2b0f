import { useMutation } from "@apollo/client/react";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  InviteUserDocument,
  type InviteUserMutation,
  type ManagedUserListFragment,
  type PortalService,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { escapeHtml } from "~/lib/escapeHtml";
import { Dialog } from "~/ui/dialog/Dialog";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormField } from "~/ui/form/FormField";
import { valuesOf } from "~/ui/form/values";
import { Checkbox } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import styles from "./InviteDialog.module.css";
import { failure as unknownFailure, failureCode } from "./useUserAction";
import { useUserTexts } from "./userTexts";

export interface InviteDialogProps {
  list: Pick<ManagedUserListFragment, "inviteFields"> & {
    /** The first one is preselected. */
    organizations: readonly Pick<ManagedUserListFragment["organizations"][number], "id" | "name" | "applications">[];
  };
  onClose: () => void;
  onInvited: (name: string) => void;
}

/** Why an invitation was not sent. */
interface Failure {
  code?: string | undefined;
  detail?: string | undefined;
  /** The existing user, if the administrator may see the profile. */
  user?: InviteUserMutation["inviteUser"]["user"];
}

/** Invites a person to an organization, with a role and applications (USER-33). */
export function InviteDialog({ list, onClose, onInvited }: InviteDialogProps) {
  const { formatMessage, locale } = useIntl();
  const texts = useUserTexts();
  const [organizationId, setOrganizationId] = useState(list.organizations[0]?.id ?? "");
  const [failure, setFailure] = useState<Failure>();
  const [invalidFields, setInvalidFields] = useState<readonly string[]>([]);
  const [invite, { loading }] = useMutation(InviteUserDocument, signedIn);
  // A retry after a lost response has the same key; a changed invitation gets a new one.
  const attempt = useRef({ key: "", input: "" });
  const organization = list.organizations.find(({ id }) => id === organizationId);

  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const typed = valuesOf(form, list.inviteFields);
    const input = {
      email: typed.email ?? "",
      firstName: typed.firstName ?? "",
      lastName: typed.lastName ?? "",
      organization: organizationId,
      applications: data.getAll("application") as PortalService[],
      role: data.get("role") === "EXTERNAL" ? ("EXTERNAL" as const) : ("NONE" as const),
      language: locale,
    };
    const text = JSON.stringify(input);
    if (attempt.current.input !== text) attempt.current = { key: crypto.randomUUID(), input: text };
    setFailure(undefined);
    setInvalidFields([]);
    const { data: answer, error } = await invite({
      variables: { input: { ...input, idempotencyKey: attempt.current.key }, locale },
    });
    if (!answer) {
      const code = failureCode(error);
      setFailure(code === unknownFailure ? { detail: error?.message } : { code });
      return;
    }
    const { user, userErrors } = answer.inviteUser;
    if (userErrors.length === 0) {
      onInvited(`${input.firstName} ${input.lastName}`.trim());
      return;
    }
    const fields = userErrors.map(({ field }) => field).filter((field): field is string => !!field);
    setInvalidFields(fields);
    if (fields.length < userErrors.length) setFailure({ code: userErrors[0]?.code, user });
  };
  return (
    <Dialog open title={formatMessage({ id: "users.invite" })} onClose={onClose}>
      <DialogForm
        submit={formatMessage({ id: "users.invite.submit" })}
        isSending={loading}
        onSubmit={(form) => void submit(form)}
        onClose={onClose}
      >
        <p>{formatMessage({ id: "users.invite.lead" })}</p>
        <div className={styles.fields}>
          {list.inviteFields.map((field) => (
            <FormField key={field.name} field={field} defaultValue="" isInvalid={invalidFields.includes(field.name)} />
          ))}
          <Select
            label={formatMessage({ id: "users.invite.organization" })}
            name="organization"
            required
            value={organizationId}
            onChange={(event) => setOrganizationId(event.target.value)}
            options={list.organizations.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Select
            label={formatMessage({ id: "users.invite.role" })}
            name="role"
            required
            options={(["NONE", "EXTERNAL"] as const).map((role) => ({
              value: role,
              label: formatMessage({ id: `users.role.${role}` }),
            }))}
          />
        </div>
        {organization && organization.applications.length > 0 && (
          <fieldset className={styles.applications}>
            <legend className={styles.legend}>{formatMessage({ id: "users.invite.applications" })}</legend>
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
        {failure &&
          (failure.code === "ALREADY_EXISTS" && failure.user ? (
            <FlashMessage
              flash={{
                type: "info",
                static: true,
                text: formatMessage({ id: "users.exists" }),
                to: failure.user.url,
                linkText: formatMessage({ id: "users.exists.link" }),
              }}
            />
          ) : (
            <FlashMessage
              flash={{
                type: "error",
                static: true,
                title: texts.failed("INVITE", ""),
                text: escapeHtml(
                  failure.detail
                    ? formatMessage({ id: "users.technical" }, { detail: failure.detail })
                    : texts.error(failure.code),
                ),
              }}
            />
          ))}
      </DialogForm>
    </Dialog>
  );
}
