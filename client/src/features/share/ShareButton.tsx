import { useIntl } from "react-intl";
import { usePanels } from "~/ui/panels/panels";
import { Button } from "~/ui/button/Button";
import { ShareIcon } from "~/ui/icon/iconSet";
import styles from "./Share.module.css";

/** Opens the share dialog. */
export function ShareButton() {
  const { formatMessage } = useIntl();
  const { openShare } = usePanels();
  return (
    <Button
      variant="secondary"
      size="small"
      className={styles.button}
      icon={<ShareIcon size={16} />}
      onClick={openShare}
    >
      {formatMessage({ id: "share.open" })}
    </Button>
  );
}
