import { useIntl } from "react-intl";
import type { SearchedSite } from "~/app/panels";
import { Dialog } from "~/ui/dialog/Dialog";
import { SearchField } from "./SearchField";

export interface SearchDialogProps {
  open: boolean;
  onClose: () => void;
  site: SearchedSite;
}

/** The search, from anywhere. */
export function SearchDialog({ open, onClose, site }: SearchDialogProps) {
  const { formatMessage } = useIntl();
  return (
    <Dialog open={open} placement="top" title={formatMessage({ id: "search.title" })} onClose={onClose}>
      {open && <SearchField site={site} inline focused onFollow={onClose} />}
    </Dialog>
  );
}
