import { type ComponentType, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { FrameSiteFragment, MenuItemFragment } from "~/graph/generated/graphql";
import { ArrowLeftIcon, ArrowRightIcon, ChevronDownIcon } from "~/ui/icon/iconSet";
import { tryLoad } from "~/lib/loading/tryLoad";
import { Link } from "~/ui/link/Link";
import { Picture } from "~/ui/picture/Picture";
import type { MenuGroupsProps } from "./MenuGroups";
import styles from "./MegaPanel.module.css";

type TopItem = NonNullable<FrameSiteFragment["headerNavigation"]>["items"][number];

const grounds = { Dark_White: "inverse", Light_Dark: "surface", Accent_White: "accent" } as const;

export interface MegaPanelProps {
  item: TopItem;
  /** The path of the site's home. */
  homeUrl: string;
}

/**
 * An item of the main navigation and its panel: sections of links, groups of the catalogue, a marketing section. The
 * groups are loaded when the panel is opened, or the pointer or the focus reaches its button; without JavaScript the
 * link to the overview leads to them (NAV-33).
 */
export function MegaPanel({ item, homeUrl }: MegaPanelProps) {
  const { formatMessage } = useIntl();
  const id = `${useId()}panel`;
  const panel = useRef<HTMLDivElement>(null);
  const [Groups, loadGroups] = useGroups(item, panel);
  const marketing = item.marketingSection;
  // Items that are in no section are a first section without a title.
  const sections = item.items.length > 0 ? [{ title: null, items: item.items }, ...item.sections] : item.sections;
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        popoverTarget={id}
        onPointerEnter={loadGroups}
        onFocus={loadGroups}
      >
        {item.title}
        <ChevronDownIcon size={16} className={styles.chevron} />
      </button>
      <div
        className={styles.panel}
        id={id}
        ref={panel}
        popover="auto"
        onToggle={(event) => {
          if (event.newState === "open") loadGroups();
        }}
      >
        <button type="button" className={styles.back} popoverTarget={id} popoverTargetAction="hide">
          <ArrowLeftIcon size={16} />
          {formatMessage({ id: "frame.back" })}
        </button>
        <div className={styles.grid}>
          <div className={styles.intro}>
            <p className={styles.title}>{item.marketingTitle ?? item.title}</p>
            {item.marketingDescription && <p className={styles.description}>{item.marketingDescription}</p>}
            {item.link.kind !== "NONE" && (
              <Link className={styles.overview} target={item.link}>
                {formatMessage({ id: "frame.overview" }, { title: item.title })}
                <ArrowRightIcon size={16} />
              </Link>
            )}
          </div>
          {item.overviewOf && (
            <div className={styles.groups}>{Groups && <Groups itemId={item.id} homeUrl={homeUrl} />}</div>
          )}
          {sections.length > 0 && (
            <ul className={styles.sections}>
              {sections.map((section, i) => (
                <li key={i}>
                  {section.title && <p className={styles.sectionTitle}>{section.title}</p>}
                  <ul>
                    {section.items.map((child) => (
                      <li key={child.id}>
                        <ItemLink className={styles.link} item={child} />
                        {child.items.length > 0 && (
                          <ul className={styles.children}>
                            {child.items.map((grandchild) => (
                              <li key={grandchild.id}>
                                <ItemLink className={styles.childLink} item={grandchild} />
                              </li>
                            ))}
                          </ul>
                        )}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )}
          {marketing && (marketing.logo || marketing.image || marketing.link) && (
            <div className={styles.marketing} data-ground={grounds[marketing.backgroundColor]}>
              {marketing.logo && (
                <Picture
                  className={styles.logo}
                  picture={{ ...marketing.logo, url: marketing.logo.source }}
                  sizes="19rem"
                />
              )}
              {marketing.image && (
                <Picture
                  className={styles.image}
                  picture={{ ...marketing.image, url: marketing.image.source }}
                  sizes="20rem"
                />
              )}
              {marketing.link && (
                <Link className={styles.marketingLink} target={marketing.link}>
                  {marketing.link.text}
                  <ArrowRightIcon size={16} />
                </Link>
              )}
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** The component of an item's groups once it is loaded, and a function that loads it, if the item has groups. */
function useGroups(item: TopItem, panel: RefObject<HTMLElement | null>) {
  const [Groups, setGroups] = useState<ComponentType<MenuGroupsProps>>();
  const load = () => {
    if (Groups || !item.overviewOf) return;
    // The link to the overview remains if the code cannot be loaded; the next opening tries again.
    void tryLoad(() => import("./MenuGroups")).then((module) => module && setGroups(() => module.MenuGroups));
  };
  // The popover works without scripts: it may have been opened before hydration.
  const loadIfOpen = useEffectEvent(() => {
    if ("popover" in HTMLElement.prototype && panel.current?.matches(":popover-open")) load();
  });
  useEffect(() => loadIfOpen(), []);
  return [Groups, load] as const;
}

/** An item of a panel: a link, or the heading of the items below it (NAV-31). */
function ItemLink({ item, className }: { item: MenuItemFragment; className: string | undefined }) {
  if (item.link.kind === "NONE") return <span className={className}>{item.title}</span>;
  return (
    <Link className={className} target={item.link}>
      {item.title}
    </Link>
  );
}
