import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { reloadIfOnline } from "~/lib/loading/tryLoad";
import { Dialog } from "~/ui/dialog/Dialog";
import { Unavailable } from "~/ui/notice/Unavailable";

export interface PanelProps {
  open: boolean;
  onClose: () => void;
}

export interface PanelOnDemandProps<Props extends PanelProps> {
  /** The title of the dialog that reports that the panel cannot be loaded. */
  title: string;
  /**
   * Loads the panel; must be the same function on every render. In a build it resolves to undefined on failure, since
   * `lib/loading/releases.ts` handles the errors of `import()`.
   */
  load: () => Promise<ComponentType<Props> | undefined>;
  panel: Props;
}

/** A panel whose code is loaded when it is first opened. If that fails, a dialog offers a retry. */
export function PanelOnDemand<Props extends PanelProps>({ title, load, panel }: PanelOnDemandProps<Props>) {
  const { formatMessage } = useIntl();
  const [Panel, setPanel] = useState<ComponentType<Props>>();
  const [hasFailed, setHasFailed] = useState(false);
  const { open, onClose } = panel;

  const fetchPanel = useCallback(
    (): Promise<boolean> =>
      load()
        .then((loaded) => {
          if (!loaded) throw new Error("The code is missing.");
          setPanel(() => loaded);
          return true;
        })
        .catch((error: unknown) => {
          console.warn("A panel cannot be loaded.", error);
          setHasFailed(true);
          return false;
        }),
    [load],
  );
  const retry = async () => {
    if (!(await fetchPanel())) await reloadIfOnline();
  };

  // A panel that could not be loaded is loaded again when it is opened again.
  useEffect(() => {
    if (open && !Panel) void fetchPanel();
  }, [open, Panel, fetchPanel]);

  if (Panel) return <Panel {...panel} />;
  if (!hasFailed) return null;
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {open && <Unavailable text={formatMessage({ id: "common.unavailable" })} onRetry={retry} />}
    </Dialog>
  );
}
