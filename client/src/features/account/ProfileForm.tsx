import { useMutation } from "@apollo/client/react";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { type AccountPageFragment, type ProfileFieldsFragment, UpdateProfileDocument } from "~/graph/generated/graphql";
import { refusal } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import type { Draft } from "~/ui/draft/draft";
import { useDraft } from "~/ui/draft/useDraft";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { FormField } from "~/ui/form/FormField";
import { useForm } from "~/ui/form/useForm";
import styles from "./Account.module.css";
import { AccountFailure } from "./AccountFailure";
import { accountTexts } from "./accountTexts";

export interface ProfileFormProps {
  account: AccountPageFragment;
  profile: ProfileFieldsFragment;
}

/**
 * Changes the profile (ACC-1). Changes that are not saved are kept as a draft, also when a new login is needed. An
 * account that is managed internally is shown read-only, except the choice of mails (ACC-5).
 */
export function ProfileForm({ account, profile }: ProfileFormProps) {
  const { formatMessage } = useIntl();
  const [updateProfile, { error }] = useMutation(UpdateProfileDocument, signedIn);
  const [isSaved, setSaved] = useState(false);
  const isReadOnly = (name: string) => profile.isManagedInternally && name !== "ticketMails";
  const kept = useDraft(`profile-${profile.email}`);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({ element, draft: kept });
  // The draft of an earlier visit; what is typed on this page needs no explanation.
  const [isRestored, setRestored] = useState(Object.keys(kept.draft.values).length > 0);
  const options = {
    COUNTRY: account.countries.map((c) => ({ value: c.countryCode, label: c.displayName })),
    LANGUAGE: account.languages.map((l) => ({ value: l.languageCode, label: l.nativeName })),
  };

  const savedValueOf = (name: string) => String(profile[name as keyof ProfileFieldsFragment] ?? "");
  const valueOf = (name: string) => (isReadOnly(name) ? undefined : kept.draft.values[name]) ?? savedValueOf(name);

  const save = async (sent: Draft) => {
    setSaved(false);
    const input = {
      firstName: valueOf("firstName"),
      lastName: valueOf("lastName"),
      company: valueOf("company"),
      telephone: valueOf("telephone"),
      address: valueOf("address"),
      postalCode: valueOf("postalCode"),
      city: valueOf("city"),
      country: valueOf("country"),
      language: valueOf("language"),
      ticketMails: valueOf("ticketMails") === "true",
    };
    const answer = await updateProfile({ variables: { input } });
    const result = answer.data?.updateProfile;
    if (!result?.profile) return refusal(answer, result?.userErrors);
    kept.complete(sent);
    setRestored(false);
    setSaved(true);
    return {};
  };
  const discard = () => {
    kept.complete(kept.draft);
    setRestored(false);
    form.reset();
    // The pressed button no longer exists.
    element.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  };
  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void form.send(save);
      }}
    >
      {isRestored && (
        <div className={styles.actions}>
          <FlashMessage flash={{ static: true, text: formatMessage({ id: "account.unsaved" }) }} />
          <Button variant="secondary" size="small" onClick={discard}>
            {formatMessage({ id: "account.discard" })}
          </Button>
        </div>
      )}
      {account.fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          texts={accountTexts}
          options={options}
          value={valueOf(field.name)}
          onChange={(value) => {
            setSaved(false);
            kept.setValues({ [field.name]: value });
          }}
          readOnly={form.isSending}
          isDisabled={isReadOnly(field.name)}
          isInvalid={form.refused.includes(field.name)}
        />
      ))}
      <div className={styles.actions}>
        <Button type="submit" loading={form.isSending}>
          {formatMessage({ id: "account.save" })}
        </Button>
        <p role="status" className={styles.saved}>
          {isSaved && formatMessage({ id: "account.saved" })}
        </p>
        <AccountFailure error={error} />
      </div>
    </form>
  );
}
