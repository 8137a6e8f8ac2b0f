import { useMutation } from "@apollo/client/react";
import { useState } from "react";
import { useIntl } from "react-intl";
import {
  InviteUserDocument,
  type InviteUserMutation,
  type ManagedUserListFragment,
  type PortalService,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { documentLocale } from "~/lib/document/documentLocale";
import { escapeHtml } from "~/lib/encoding/escapeHtml";
import { Dialog } from "~/ui/dialog/Dialog";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormField } from "~/ui/form/FormField";
import { useForm } from "~/ui/form/useForm";
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
  const { formatMessage } = useIntl();
  const locale = documentLocale();
  const texts = useUserTexts();
  const [organizationId, setOrganizationId] = useState(list.organizations[0]?.id ?? "");
  const form = useForm<Failure>();
  const { failure } = form;
  const [invite] = useMutation(InviteUserDocument, signedIn);
  const organization = list.organizations.find(({ id }) => id === organizationId);

  const submit = async (element: HTMLFormElement) => {
    const data = new FormData(element);
    const typed = valuesOf(element, list.inviteFields);
    const input = {
      email: typed.email ?? "",
      firstName: typed.firstName ?? "",
      lastName: typed.lastName ?? "",
      organization: organizationId,
      applications: data.getAll("application") as PortalService[],
      role: data.get("role") === "EXTERNAL" ? ("EXTERNAL" as const) : ("NONE" as const),
      language: locale,
    };
    const variables = { input: { ...input, idempotencyKey: form.keyOf(input) }, locale };
    const isInvited = await form.send(async () => {
      const { data: answer, error } = await invite({ variables });
      if (!answer) {
        const code = failureCode(error);
        return { failure: code === unknownFailure ? { detail: error?.message } : { code } };
      }
      const { user, userErrors } = answer.inviteUser;
      const refused = userErrors.flatMap(({ field }) => field || []);
      return { refused, failure: refused.length < userErrors.length ? { code: userErrors[0]?.code, user } : undefined };
    });
    if (isInvited) onInvited(`${input.firstName} ${input.lastName}`.trim());
  };
  return (
    <Dialog open title={formatMessage({ id: "users.invite" })} onClose={onClose}>
      <DialogForm
        submit={formatMessage({ id: "users.invite.submit" })}
        isSending={form.isSending}
        onSubmit={(element) => void submit(element)}
        onClose={onClose}
      >
        <p>{formatMessage({ id: "users.invite.lead" })}</p>
        <div className={styles.fields}>
          {list.inviteFields.map((field) => (
            <FormField key={field.name} field={field} defaultValue="" isInvalid={form.refused.includes(field.name)} />
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
