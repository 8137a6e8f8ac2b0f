import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { CheckIcon, PlusIcon } from "~/ui/icon/iconSet";
import { addToBasket, type ComparableClassification, isInBasket, isGroupFull, removeProduct } from "./basket";
import styles from "./CompareToggle.module.css";
import { updateBasket, useBasket } from "./useBasket";

export interface CompareToggleProps {
  product: { slug: string; name: string; classification?: ComparableClassification | null };
  /** The variant to compare; the product's first variant if it is missing. */
  variantId?: string | null;
  /** Shows only the icon. */
  isIconOnly?: boolean;
}

/** Adds a product to the comparison basket, or removes all of its instances. */
export function CompareToggle({ product, variantId, isIconOnly = false }: CompareToggleProps) {
  const { formatMessage } = useIntl();
  const basket = useBasket();
  const isIn = isInBasket(basket, product.slug);
  const { classification } = product;
  if (!classification) return null;
  const toggle = () =>
    updateBasket((current) =>
      isInBasket(current, product.slug)
        ? removeProduct(current, product.slug)
        : addToBasket(current, classification.slug, {
            slug: product.slug,
            variantId: variantId ?? null,
            key: crypto.randomUUID(),
          }),
    );
  return (
    <Button
      className={styles.toggle}
      variant="secondary"
      size="small"
      aria-pressed={isIn}
      disabled={!isIn && isGroupFull(basket, classification)}
      aria-label={formatMessage({ id: "compare.toggle" }, { name: product.name })}
      title={isIconOnly ? formatMessage({ id: "compare.label" }) : undefined}
      icon={isIn ? <CheckIcon size={16} /> : <PlusIcon size={16} />}
      onClick={toggle}
    >
      {!isIconOnly && formatMessage({ id: "compare.label" })}
    </Button>
  );
}
