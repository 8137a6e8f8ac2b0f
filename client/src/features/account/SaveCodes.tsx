import { useMutation } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { SaveRecoveryCodesDocument } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import styles from "./Account.module.css";
import { FactorFailure } from "./FactorFailure";

export interface SaveCodesProps {
  /** The id of the recovery codes. */
  id: string;
  onPress?: () => void;
  /** Called when the codes are valid, or were replaced by others. */
  onEnd: (end: "saved" | "replaced") => void;
}

/** The button by which the user confirms that recovery codes are saved, which makes them valid (ACC-10). */
export function SaveCodes({ id, onPress, onEnd }: SaveCodesProps) {
  const { formatMessage } = useIntl();
  const [saveRecoveryCodes, { loading, error }] = useMutation(SaveRecoveryCodesDocument, signedIn);
  const save = async () => {
    onPress?.();
    const { data } = await saveRecoveryCodes({ variables: { input: { recoveryCodesId: id } } });
    if (data) onEnd(data.saveRecoveryCodes.profile ? "saved" : "replaced");
  };
  return (
    <div className={styles.actions}>
      <Button loading={loading} onClick={() => void save()}>
        {formatMessage({ id: "account.codesSaved" })}
      </Button>
      <FactorFailure error={error} />
    </div>
  );
}
