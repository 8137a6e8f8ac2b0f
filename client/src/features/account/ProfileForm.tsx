import { useMutation } from "@apollo/client/react";
import { type FormEvent, useState } from "react";
import { useIntl } from "react-intl";
import { type AccountPageFragment, type ProfileFieldsFragment, UpdateProfileDocument } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import { Select } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import styles from "./Account.module.css";

export interface ProfileFormProps {
  account: AccountPageFragment;
  profile: ProfileFieldsFragment;
}

/** The texts of a profile, in their order; the label and what the browser may fill in. */
const texts = [
  { name: "firstName", label: "form.field.firstName", autoComplete: "given-name", message: "form.error.firstName" },
  { name: "lastName", label: "form.field.lastName", autoComplete: "family-name", message: "form.error.lastName" },
  { name: "company", label: "form.field.company", autoComplete: "organization" },
  { name: "telephone", label: "form.field.telephone", autoComplete: "tel" },
  { name: "address", label: "form.field.address", autoComplete: "street-address" },
  { name: "postalCode", label: "form.field.zipCode", autoComplete: "postal-code" },
  { name: "city", label: "form.field.city", autoComplete: "address-level2" },
] as const;

/** What somebody says of themselves. First and last name are needed (spec §5). */
export function ProfileForm({ account, profile }: ProfileFormProps) {
  const { formatMessage } = useIntl();
  const [updateProfile, { loading, error }] = useMutation(UpdateProfileDocument, signedIn);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [isSaved, setSaved] = useState(false);
  const isReadOnly = profile.isManagedInternally;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (loading) return;
    const data = new FormData(event.currentTarget);
    const text = (name: string) => (data.get(name) as string | null) ?? "";
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
    setWrong(answered.updateProfile.userErrors.flatMap((e) => e.field ?? []));
    setSaved(answered.updateProfile.profile !== null);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} onInput={() => setSaved(false)}>
      {texts.map(({ name, label, autoComplete, ...more }) => {
        const message = "message" in more ? formatMessage({ id: more.message }) : undefined;
        return (
          <TextField
            key={name}
            name={name}
            label={formatMessage({ id: label })}
            autoComplete={autoComplete}
            maxLength={200}
            defaultValue={profile[name]}
            readOnly={isReadOnly}
            required={message !== undefined && !isReadOnly}
            {...(message ? { invalidMessage: message } : {})}
            {...(wrong.includes(name) ? { error: message ?? formatMessage({ id: "input.invalid" }) } : {})}
          />
        );
      })}
      <Select
        name="country"
        label={formatMessage({ id: "form.field.country" })}
        autoComplete="country"
        placeholder={formatMessage({ id: "form.choose" })}
        defaultValue={profile.country}
        disabled={isReadOnly}
        options={account.countries.map((c) => ({ value: c.countryCode, label: c.displayName }))}
        {...(wrong.includes("country") ? { error: formatMessage({ id: "input.invalid" }) } : {})}
      />
      <Select
        name="language"
        label={formatMessage({ id: "account.language" })}
        required={!isReadOnly}
        defaultValue={profile.language}
        disabled={isReadOnly}
        options={account.languages.map((l) => ({ value: l.languageCode, label: l.nativeName }))}
        {...(wrong.includes("language") ? { error: formatMessage({ id: "input.invalid" }) } : {})}
      />
      {!isReadOnly && (
        <div className={styles.actions}>
          <Button type="submit" loading={loading}>
            {formatMessage({ id: "account.save" })}
          </Button>
          <p role="status" className={styles.saved}>
            {isSaved && formatMessage({ id: "account.saved" })}
          </p>
          <p role="alert" className={styles.failure}>
            {error && formatMessage({ id: "form.failed" })}
          </p>
        </div>
      )}
    </form>
  );
}
