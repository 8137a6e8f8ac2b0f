import type { ErrorLike } from "@apollo/client";
import { FailureNotice } from "~/ui/flash/FailureNotice";
import styles from "./Account.module.css";

/** Reports that a change of the account failed for another reason than its input (MSG-6). */
export function AccountFailure({ error }: { error: ErrorLike | undefined }) {
  return (
    error && (
      <div className={styles.failure}>
        <FailureNotice detail={error.message} />
      </div>
    )
  );
}
