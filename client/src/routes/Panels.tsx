import { type ReactNode, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { PanelsProvider, type SearchableSite } from "~/ui/panels/panels";
import { useUnreadNews } from "~/features/news/unread";
import { ActionsProvider } from "~/ui/link/actions";
import type { LinkTarget } from "~/ui/link/Link";
import { PanelOnDemand } from "./PanelOnDemand";

const loadNews = () => import("~/features/news/NewsPanel").then((m) => m.NewsPanel);
const loadShare = () => import("~/features/share/ShareDialog").then((m) => m.ShareDialog);
const loadExpert = () => import("~/features/locations/ExpertPanel").then((m) => m.ExpertPanel);
const loadSearch = () => import("~/features/search/SearchDialog").then((m) => m.SearchDialog);

/** Provides the panels of a page, which are loaded when they are opened. */
export function Panels({ children }: { children: ReactNode }) {
  const { formatMessage } = useIntl();
  const [contact, setContact] = useState<LinkTarget | null>();
  const [requestUrl, setRequestUrl] = useState<string>();
  const [searched, setSearched] = useState<SearchableSite>();
  const [open, setOpen] = useState<"news" | "share" | "expert" | "search">();
  const hasUnreadNews = useUnreadNews();

  const openers = useMemo(() => {
    const openNews = () => setOpen("news");
    const openShare = () => setOpen("share");
    const openExpert = (contact?: LinkTarget | null, requestUrl?: string) => {
      setContact(contact);
      setRequestUrl(requestUrl);
      setOpen("expert");
    };
    const openSearch = (site: SearchableSite) => {
      setSearched(site);
      setOpen("search");
    };
    return { openNews, openShare, openExpert, openSearch };
  }, []);
  const panels = useMemo(() => ({ ...openers, hasUnreadNews }), [openers, hasUnreadNews]);
  // The only action (NAV-22).
  const actions = useMemo(() => ({ openNewsFeed: openers.openNews }), [openers]);
  const stateOf = (name: typeof open) => ({ open: open === name, onClose: () => setOpen(undefined) });
  return (
    <PanelsProvider value={panels}>
      <ActionsProvider value={actions}>
        {children}
        <PanelOnDemand title={formatMessage({ id: "news.title" })} load={loadNews} panel={stateOf("news")} />
        <PanelOnDemand title={formatMessage({ id: "share.title" })} load={loadShare} panel={stateOf("share")} />
        {searched && (
          <PanelOnDemand
            title={formatMessage({ id: "search.title" })}
            load={loadSearch}
            panel={{ ...stateOf("search"), site: searched }}
          />
        )}
        <PanelOnDemand
          title={formatMessage({ id: "expert.title" })}
          load={loadExpert}
          panel={{ ...stateOf("expert"), contact, requestUrl }}
        />
      </ActionsProvider>
    </PanelsProvider>
  );
}
