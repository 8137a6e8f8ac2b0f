import { Button } from "react-aria-components/Button";
import { ComboBox as AriaComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { useIntl } from "react-intl";
import { ChevronDownIcon } from "~/ui/icon/icons";
import styles from "./ComboBox.module.css";
import field from "./Field.module.css";
import type { Option } from "./Select";

export interface ComboBoxProps {
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
}

/** One of many, found by typing. Heavy: load it with `import()` when it is first wanted. */
export function ComboBox({ label, options, value, onChange, placeholder }: ComboBoxProps) {
  const { formatMessage } = useIntl();
  return (
    <AriaComboBox
      className={field.field ?? ""}
      defaultItems={options.map((o) => ({ id: o.value, label: o.label }))}
      selectedKey={value}
      onSelectionChange={(key) => onChange(key === null ? null : String(key))}
      menuTrigger="focus"
    >
      <Label className={field.label ?? ""}>{label}</Label>
      <span className={styles.box}>
        <Input className={field.control ?? ""} placeholder={placeholder} />
        <Button className={styles.toggle ?? ""}>
          <ChevronDownIcon size={16} />
        </Button>
      </span>
      <Popover className={styles.popover ?? ""} offset={4}>
        <ListBox
          className={styles.list ?? ""}
          renderEmptyState={() => <p className={styles.empty}>{formatMessage({ id: "input.noMatch" })}</p>}
        >
          {(item: { id: string; label: string }) => (
            <ListBoxItem className={styles.item ?? ""} textValue={item.label}>
              {item.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
