import { skipToken, useQuery } from "@apollo/client/react";
import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import { CompareBasketDocument, type CompareBasketQuery, CompareCandidatesDocument } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { CloseIcon } from "~/ui/icon/iconSet";
import { Select } from "~/ui/input/Select";
import type { ProductItem } from "~/lib/url/requestUrl";
import type { MeasurementSystem } from "~/ui/measurement/measurement";
import { Spinner } from "~/ui/spinner/Spinner";
import {
  addToBasket,
  type Basket,
  type BasketGroup,
  type BasketItem,
  changeVariant,
  removeClassification,
  removeItem,
  removeProduct,
} from "./basket";
import styles from "./ComparisonBar.module.css";
import { updateBasket } from "./useBasket";
import { documentLocale } from "~/lib/document/documentLocale";

type Product = CompareBasketQuery["products"][number];

export interface BasketPanelProps {
  open: boolean;
  basket: Basket;
  /** Selects which names of the variants are shown. */
  system: MeasurementSystem;
  onClose: () => void;
  /** Opens the comparison of products of the classification with this URL. */
  onCompare: (url: string, items: readonly ProductItem[]) => void;
}

/**
 * The contents of the comparison basket by classification: variants, further candidates, and the button that opens the
 * comparison.
 */
export function BasketPanel({ open, basket, system, onClose, onCompare }: BasketPanelProps) {
  const { formatMessage } = useIntl();
  // Also while the panel is closed: products that no longer exist are not counted on the button that opens it.
  const slugs = [...new Set(basket.classifications.flatMap((g) => g.products.map((item) => item.slug)))].sort();
  const { data, previousData, error } = useQuery(
    CompareBasketDocument,
    slugs.length > 0 ? { variables: { slugs, locale: documentLocale() } } : skipToken,
  );
  const [removedCount, clearRemoved] = useRemoveMissing(slugs, data);
  const close = () => {
    clearRemoved();
    onClose();
  };
  const products = new Map((data ?? previousData)?.products.map((p) => [p.slug, p]));
  return (
    <Dialog open={open} placement="side" title={formatMessage({ id: "compare.basket" })} onClose={close}>
      {basket.classifications.length === 0 && <p>{formatMessage({ id: "compare.empty" })}</p>}
      {/* Announced when the panel is opened: a region in a closed dialog is silent. */}
      <p role="status">
        {open && removedCount > 0 && formatMessage({ id: "compare.removed" }, { count: removedCount })}
      </p>
      {error && <p role="alert">{formatMessage({ id: "listing.unavailable" })}</p>}
      {!error && slugs.length > 0 && products.size === 0 && <Spinner />}
      <div className={styles.groups}>
        {basket.classifications.map((group) => (
          <BasketPanelGroup
            key={group.slug}
            group={group}
            products={products}
            system={system}
            onClose={close}
            onCompare={(url, items) => {
              clearRemoved();
              onCompare(url, items);
            }}
          />
        ))}
      </div>
    </Dialog>
  );
}

/**
 * Removes products that no longer exist from the basket, and returns how many it removed, with a function that resets
 * the number. Without an answer, as while the catalogue cannot be read, nothing is removed.
 */
function useRemoveMissing(slugs: readonly string[], data: CompareBasketQuery | undefined) {
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const missing = data ? slugs.filter((slug) => !data.products.some((p) => p.slug === slug)) : [];
  const more = missing.filter((slug) => !removed.includes(slug));
  if (more.length > 0) setRemoved([...removed, ...more]);
  const list = missing.join();
  useEffect(() => {
    if (list) updateBasket((basket) => list.split(",").reduce(removeProduct, basket), { isAnnounced: false });
  }, [list]);
  return [removed.length, () => setRemoved([])] as const;
}

function BasketPanelGroup({
  group,
  products,
  system,
  onClose,
  onCompare,
}: Pick<BasketPanelProps, "system" | "onClose" | "onCompare"> & {
  group: BasketGroup;
  products: ReadonlyMap<string, Product>;
}) {
  const { formatMessage } = useIntl();
  const classification = products.get(group.products[0]?.slug ?? "")?.classification;
  const name = classification?.name ?? group.slug;
  return (
    <section className={styles.group} aria-label={name}>
      <header className={styles.groupHeader}>
        <h3 className={styles.groupTitle}>{name}</h3>
        <Button
          variant="quiet"
          size="small"
          onClick={() => updateBasket((basket) => removeClassification(basket, group.slug))}
        >
          {formatMessage({ id: "compare.removeAll" })}
        </Button>
      </header>
      <ul className={styles.items}>
        {group.products.map((item) => (
          <BasketPanelItem
            key={item.key}
            item={item}
            product={products.get(item.slug)}
            system={system}
            onFollow={onClose}
          />
        ))}
      </ul>
      {classification && group.products.length < classification.maxCompared && <Candidates group={group} />}
      <Button
        disabled={!classification || group.products.length < 2}
        onClick={() => classification && onCompare(classification.url, group.products)}
      >
        {formatMessage({ id: "compare.compare" }, { count: group.products.length })}
      </Button>
    </section>
  );
}

function BasketPanelItem({
  item,
  product,
  system,
  onFollow,
}: {
  item: BasketItem;
  product: Product | undefined;
  system: MeasurementSystem;
  onFollow: () => void;
}) {
  const { formatMessage } = useIntl();
  const name = product?.name ?? item.slug;
  return (
    <li className={styles.item}>
      {product ? <img src={product.image.source} alt="" loading="lazy" /> : <span />}
      <div className={styles.itemText}>
        {product?.url ? (
          <Link to={product.url} onClick={onFollow}>
            {name}
          </Link>
        ) : (
          name
        )}
        {product && product.variants.length > 1 && (
          <Select
            label={formatMessage({ id: "product.variant" })}
            required
            value={item.variantId ?? product.variants[0]?.id}
            options={product.variants.map((v) => ({
              value: v.id,
              label: system === "METRIC" ? v.metricName : v.imperialName,
            }))}
            onChange={(event) => {
              const { value } = event.target;
              updateBasket((basket) => changeVariant(basket, item.key, value));
            }}
          />
        )}
      </div>
      <Button
        variant="quiet"
        size="small"
        icon={<CloseIcon size={16} />}
        aria-label={formatMessage({ id: "compare.remove" }, { name })}
        onClick={() => updateBasket((basket) => removeItem(basket, item.key))}
      />
    </li>
  );
}

/** Further products of the same classification. */
function Candidates({ group }: { group: BasketGroup }) {
  const { formatMessage } = useIntl();
  const [slug, setSlug] = useState("");
  const { data, previousData } = useQuery(CompareCandidatesDocument, {
    variables: {
      classification: group.slug,
      basket: [...new Set(group.products.map((item) => item.slug))].sort(),
      locale: documentLocale(),
    },
  });
  // Keeps the form, and with it the focus, while the candidates of a changed basket are loaded.
  const candidates = (data ?? previousData)?.comparisonCandidates ?? [];
  if (candidates.length === 0) return null;
  return (
    <form
      className={styles.more}
      onSubmit={(event) => {
        event.preventDefault();
        if (slug)
          updateBasket((basket) =>
            addToBasket(basket, group.slug, { slug, variantId: null, key: crypto.randomUUID() }),
          );
        setSlug("");
      }}
    >
      <Select
        label={formatMessage({ id: "compare.candidates" })}
        required
        placeholder={formatMessage({ id: "compare.choose" })}
        value={slug}
        options={candidates.map((c) => ({ value: c.slug, label: c.name }))}
        onChange={(event) => setSlug(event.target.value)}
      />
      <Button type="submit" variant="secondary">
        {formatMessage({ id: "compare.add" })}
      </Button>
    </form>
  );
}
