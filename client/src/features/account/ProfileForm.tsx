import { useMutation } from "@apollo/client/react";
import { type SubmitEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { type AccountPageFragment, type ProfileFieldsFragment, UpdateProfileDocument } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import { useDraft } from "~/ui/draft/useDraft";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { FormField } from "~/ui/form/FormField";
import styles from "./Account.module.css";
import { AccountFailure } from "./AccountFailure";
import { accountTexts } from "./accountTexts";

export interface ProfileFormProps {
  account: AccountPageFragment;
  profile: ProfileFieldsFragment;
}

/**
 * Changes the profile (ACC-1). Changes that are not saved are kept as a draft, also when a new login is needed. An
 * account that is managed internally is shown read-only (ACC-5).
 */
export function ProfileForm({ account, profile }: ProfileFormProps) {
  const { formatMessage } = useIntl();
  const [updateProfile, { loading, error }] = useMutation(UpdateProfileDocument, signedIn);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const [isSaved, setSaved] = useState(false);
  const isReadOnly = profile.isManagedInternally;
  const { draft, setValues, complete } = useDraft(`profile-${profile.email}`);
  // The draft of an earlier visit; what is typed on this page needs no explanation.
  const [isRestored, setRestored] = useState(Object.keys(draft.values).length > 0);
  const options = {
    COUNTRY: account.countries.map((c) => ({ value: c.countryCode, label: c.displayName })),
    LANGUAGE: account.languages.map((l) => ({ value: l.languageCode, label: l.nativeName })),
  };

  const form = useRef<HTMLFormElement>(null);
  const savedValueOf = (name: string) => String(profile[name as keyof ProfileFieldsFragment] ?? "");
  const valueOf = (name: string) => draft.values[name] ?? savedValueOf(name);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (loading) return;
    const sent = draft;
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
    };
    const { data: answered } = await updateProfile({ variables: { input } });
    if (!answered) return;
    setInvalid(answered.updateProfile.userErrors.flatMap((e) => e.field ?? []));
    if (!answered.updateProfile.profile) return;
    complete(sent);
    setRestored(false);
    setSaved(true);
  };
  const discard = () => {
    complete(draft);
    setRestored(false);
    setInvalid([]);
    // The pressed button no longer exists.
    form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)}>
      {isRestored && !isReadOnly && (
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
          value={isReadOnly ? savedValueOf(field.name) : valueOf(field.name)}
          onChange={(value) => {
            setSaved(false);
            setValues({ [field.name]: value });
          }}
          readOnly={loading}
          isDisabled={isReadOnly}
          isInvalid={invalid.includes(field.name)}
        />
      ))}
      {!isReadOnly && (
        <div className={styles.actions}>
          <Button type="submit" loading={loading}>
            {formatMessage({ id: "account.save" })}
          </Button>
          <p role="status" className={styles.saved}>
            {isSaved && formatMessage({ id: "account.saved" })}
          </p>
          <AccountFailure error={error} />
        </div>
      )}
    </form>
  );
}
