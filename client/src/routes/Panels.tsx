import { type ComponentType, type ReactNode, useMemo, useState } from "react";
import { PanelsProvider, type SearchedSite } from "~/app/panels";
import type { ExpertPanelProps } from "~/features/locations/ExpertPanel";
import type { NewsPanelProps } from "~/features/news/NewsPanel";
import { useUnreadNews } from "~/features/news/unread";
import type { SearchDialogProps } from "~/features/search/SearchDialog";
import type { ShareDialogProps } from "~/features/share/ShareDialog";
import { ActionsProvider } from "~/ui/link/actions";
import type { LinkTarget } from "~/ui/link/Link";

/** Gives every page its panels, which are fetched when they are opened. */
export function Panels({ children }: { children: ReactNode }) {
  const [News, setNews] = useState<ComponentType<NewsPanelProps>>();
  const [Share, setShare] = useState<ComponentType<ShareDialogProps>>();
  const [Expert, setExpert] = useState<ComponentType<ExpertPanelProps>>();
  const [contact, setContact] = useState<LinkTarget | null>();
  const [Search, setSearch] = useState<ComponentType<SearchDialogProps>>();
  const [searched, setSearched] = useState<SearchedSite>();
  const [open, setOpen] = useState<"news" | "share" | "expert" | "search">();
  const hasUnreadNews = useUnreadNews();

  const openers = useMemo(() => {
    const openNews = () => {
      setOpen("news");
      void import("~/features/news/NewsPanel").then((m) => setNews(() => m.NewsPanel));
    };
    const openShare = () => {
      setOpen("share");
      void import("~/features/share/ShareDialog").then((m) => setShare(() => m.ShareDialog));
    };
    const openExpert = (contact?: LinkTarget | null) => {
      setContact(contact);
      setOpen("expert");
      void import("~/features/locations/ExpertPanel").then((m) => setExpert(() => m.ExpertPanel));
    };
    const openSearch = (site: SearchedSite) => {
      setSearched(site);
      setOpen("search");
      void import("~/features/search/SearchDialog").then((m) => setSearch(() => m.SearchDialog));
    };
    return { openNews, openShare, openExpert, openSearch };
  }, []);
  const panels = useMemo(() => ({ ...openers, hasUnreadNews }), [openers, hasUnreadNews]);
  // Spec §2, Link targets: there is no other.
  const actions = useMemo(() => ({ openNewsFeed: openers.openNews }), [openers]);
  const close = () => setOpen(undefined);
  return (
    <PanelsProvider value={panels}>
      <ActionsProvider value={actions}>
        {children}
        {News && <News open={open === "news"} onClose={close} />}
        {Share && <Share open={open === "share"} onClose={close} />}
        {Search && searched && <Search open={open === "search"} onClose={close} site={searched} />}
        {Expert && <Expert open={open === "expert"} onClose={close} contact={contact} />}
      </ActionsProvider>
    </PanelsProvider>
  );
}
