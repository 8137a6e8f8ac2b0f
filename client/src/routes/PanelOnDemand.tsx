import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { reloadIfOnline } from "~/lib/tryLoad";
import { Dialog } from "~/ui/dialog/Dialog";
import { Unavailable } from "~/ui/notice/Unavailable";

export interface PanelProps {
  open: boolean;
  onClose: () => void;
}

export interface PanelOnDemandProps<Props extends PanelProps> {
  /** Of the dialog that says that the panel cannot be loaded. */
  title: string;
  /**
   * Fetches the panel; the same function at every rendering. In a build it answers nothing where that fails, since
   * `lib/releases.ts` takes the errors of `import()`.
   */
  load: () => Promise<ComponentType<Props> | undefined>;
  panel: Props;
}

/**
 * A panel whose code is fetched when it is opened first. Where that fails, a dialog says so and offers another
 * attempt.
 */
export function PanelOnDemand<Props extends PanelProps>({ title, load, panel }: PanelOnDemandProps<Props>) {
  const { formatMessage } = useIntl();
  const [Panel, setPanel] = useState<ComponentType<Props>>();
  const [hasFailed, setHasFailed] = useState(false);
  const { open, onClose } = panel;

  const fetchPanel = useCallback(
    (): Promise<boolean> =>
      load()
        .then((loaded) => {
          if (!loaded) throw new Error("Its code could not be fetched.");
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

  // A panel that could not be loaded is asked for again when it is opened again.
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
