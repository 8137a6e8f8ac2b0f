import { useIntl } from "react-intl";
import type { SearchableSite } from "~/ui/panels/panels";
import { Dialog } from "~/ui/dialog/Dialog";
import { SearchField } from "./SearchField";

export interface SearchDialogProps {
  open: boolean;
  onClose: () => void;
  site: SearchableSite;
}

/** The search dialog, available on every page. */
export function SearchDialog({ open, onClose, site }: SearchDialogProps) {
  const { formatMessage } = useIntl();
  return (
    <Dialog open={open} placement="top" title={formatMessage({ id: "search.title" })} onClose={onClose}>
      {open && <SearchField site={site} inline isFocusedFirst onFollow={onClose} />}
    </Dialog>
  );
}
