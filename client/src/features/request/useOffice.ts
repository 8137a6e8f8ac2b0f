import { useEffect, useState } from "react";
import type { RequestPageFragment, RequestOfficeViewFragment } from "~/graph/generated/graphql";
import { useAccount } from "~/lib/account/account";

/**
 * The office for the chosen country: that of the page until another country is chosen; undefined while it is being read.
 * The graph client is loaded with the first change.
 */
export function useOffice(page: RequestPageFragment, chosen: string): RequestOfficeViewFragment | undefined {
  const account = useAccount();
  const [read, setRead] = useState<{ country: string; office: RequestOfficeViewFragment }>();
  const isOther = chosen !== "" && chosen !== (page.country ?? "");
  useEffect(() => {
    if (!isOther) return;
    let isCurrent = true;
    import("./readOffice")
      .then(({ readOffice }) => readOffice(account, chosen, page.about))
      .then((office) => {
        if (isCurrent) setRead({ country: chosen, office });
      })
      .catch((error: unknown) => console.warn("The office of a country cannot be read.", error));
    return () => {
      isCurrent = false;
    };
  }, [account, chosen, isOther, page.about]);
  if (!isOther) return page.office;
  return read?.country === chosen ? read.office : undefined;
}
