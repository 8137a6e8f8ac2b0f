import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/button/Button";
import { DownloadIcon } from "~/ui/icon/iconSet";

/** Links to a file with the shown records. */
export function DownloadLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <ButtonLink size="small" variant="secondary" target={{ kind: "PLAIN", url }} icon={<DownloadIcon size={16} />}>
      {children}
    </ButtonLink>
  );
}
