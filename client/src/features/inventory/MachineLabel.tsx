import { useState } from "react";
import { useIntl } from "react-intl";
import type { MachineDetailFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { PrintIcon } from "~/ui/icon/iconSet";
import styles from "./MachineLabel.module.css";

/** A printable label with a QR code that links to the machine's page. */
export function MachineLabel({ machine }: { machine: MachineDetailFragment }) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const title = formatMessage({ id: "machine.label" });
  return (
    <>
      <Button variant="secondary" size="small" icon={<PrintIcon size={16} />} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog
        open={isOpen}
        title={title}
        placement="full"
        onClose={() => setOpen(false)}
        footer={
          <Button icon={<PrintIcon size={16} />} onClick={() => window.print()} data-focus-first="">
            {formatMessage({ id: "machine.print" })}
          </Button>
        }
      >
        {isOpen && (
          <div className={styles.label}>
            <img
              className={styles.code}
              src={machine.labelQrCode}
              alt={formatMessage({ id: "machine.label.code" }, { url: machine.labelUrl })}
              width={180}
              height={180}
            />
            <div className={styles.text}>
              <p className={styles.name}>{machine.name}</p>
              {machine.product && machine.product.name !== machine.name && <p>{machine.product.name}</p>}
              <p className={styles.serial}>
                {formatMessage({ id: "tickets.serialNumber" }, { number: machine.serialNumber })}
              </p>
              {machine.location && <p>{machine.location.name}</p>}
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}
