import { useMutation } from "@apollo/client/react";
import { type SubmitEvent, useState } from "react";
import { useIntl } from "react-intl";
import { type AccountPageFragment, type ProfileFieldsFragment, UpdateProfileDocument } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import { FormField } from "~/ui/form/FormField";
import { valuesOf } from "~/ui/form/values";
import styles from "./Account.module.css";
import { AccountFailure } from "./AccountFailure";
import { accountTexts } from "./accountTexts";

export interface ProfileFormProps {
  account: AccountPageFragment;
  profile: ProfileFieldsFragment;
}

/** Changes the profile (ACC-1). An account that is managed internally is shown read-only (ACC-5). */
export function ProfileForm({ account, profile }: ProfileFormProps) {
  const { formatMessage } = useIntl();
  const [updateProfile, { loading, error }] = useMutation(UpdateProfileDocument, signedIn);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const [isSaved, setSaved] = useState(false);
  const isReadOnly = profile.isManagedInternally;
  const options = {
    COUNTRY: account.countries.map((c) => ({ value: c.countryCode, label: c.displayName })),
    LANGUAGE: account.languages.map((l) => ({ value: l.languageCode, label: l.nativeName })),
  };

  const shown: Partial<Record<string, string | boolean | null>> = { ...profile };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (loading) return;
    const values = valuesOf(event.currentTarget, account.fields);
    const text = (name: string) => values[name] ?? "";
    setSaved(false);
    const input = {
      firstName: text("firstName"),
      lastName: text("lastName"),
      company: text("company"),
      telephone: text("telephone"),
      address: text("address"),
      postalCode: text("postalCode"),
      city: text("city"),
      country: text("country"),
      language: text("language"),
    };
    const { data: answered } = await updateProfile({ variables: { input } });
    if (!answered) return;
    setInvalid(answered.updateProfile.userErrors.flatMap((e) => e.field ?? []));
    setSaved(answered.updateProfile.profile !== null);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} onInput={() => setSaved(false)}>
      {account.fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          texts={accountTexts}
          options={options}
          defaultValue={String(shown[field.name] ?? "")}
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
