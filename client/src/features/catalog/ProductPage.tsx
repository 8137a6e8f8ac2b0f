import { clsx } from "clsx";
import { type ReactNode, Suspense } from "react";
import { useIntl } from "react-intl";
import type { ProductPageFragment } from "~/graph/generated/graphql";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import { AnchorNavigation } from "~/ui/anchors/AnchorNavigation";
import { ButtonLink } from "~/ui/button/Button";
import { StoryGrid } from "~/ui/editorial/StoryGrid";
import { KeyFigures } from "~/ui/figures/KeyFigures";
import { Gallery } from "~/ui/gallery/Gallery";
import { longWord } from "~/ui/heading/longWord";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import { Video } from "~/ui/video/Video";
import { CapabilityList } from "./CapabilityList";
import { DocumentList } from "./DocumentList";
import { Highlights } from "./Highlights";
import type { MeasurementSystem } from "~/ui/measurement/measurement";
import { ModularSystem } from "./ModularSystem";
import { ProductGrid } from "./ProductGrid";
import styles from "./ProductPage.module.css";
import { ServicePoints } from "./ServicePoints";
import { TechnicalData } from "./TechnicalData";
import { useMountedParts } from "./useMountedParts";

export interface ProductProps {
  product: ProductPageFragment;
  /** The measurement system of the visitor's country. */
  system: MeasurementSystem;
}

/** The first section of a product or service page. */
export function ProductIntro({ product, action }: { product: ProductPageFragment; action?: ReactNode }) {
  const { formatMessage } = useIntl();
  const foreign = useForeignLanguage();
  const [first] = product.images;
  const language = languageOf(product);
  return (
    <header className={styles.intro}>
      <div className={styles.text}>
        {product.brand && <p className={styles.brand}>{product.brand.name}</p>}
        <h1
          className={styles.title}
          lang={foreign(product.nameLanguage.languageTag)}
          data-long-word={longWord(product.name)}
        >
          {product.name}
        </h1>
        {product.shortDescription && (
          <p className={styles.lead} lang={language}>
            {product.shortDescription}
          </p>
        )}
        {product.keyFigures && product.keyFigures.length > 0 && (
          <div className={styles.figures}>
            <KeyFigures figures={product.keyFigures} language={language} />
          </div>
        )}
        <p className={styles.actions}>
          {action}
          {product.dataSheetUrl && (
            <ButtonLink variant="quiet" size="small" target={{ kind: "PLAIN", url: product.dataSheetUrl }}>
              {formatMessage({ id: "product.dataSheet" })}
            </ButtonLink>
          )}
        </p>
      </div>
      {first && (
        <div className={styles.media}>
          <Picture picture={{ ...first, url: first.source }} priority sizes="(min-width: 64rem) 50vw, 100vw" />
        </div>
      )}
    </header>
  );
}

interface ProductPart {
  id: string;
  title: string;
  lead?: string;
  layout?: "margin" | "wide";
  /** The printed data sheet contains only parts about the product itself. */
  isScreenOnly?: boolean;
  /** The content consists of texts of the product. */
  isText?: boolean;
  /** The content is a list of cards or tiles, which is a row on phones. */
  row?: "cards" | "tiles";
  content: ReactNode;
}

/** The language of the product's texts if it is not that of the page. */
const languageOf = ({ isLanguageFallback, contentLanguage }: ProductPageFragment) =>
  isLanguageFallback ? contentLanguage.languageTag : undefined;

type Falsy = false | "" | null | undefined;

/** The sections of a product or service page, each hydrated separately, with a table of contents. */
export function ProductSections({ product, system }: ProductProps) {
  const { formatMessage } = useIntl();
  const isService = product.type === "SERVICE";
  const gallery = product.images.slice(1);
  const language = languageOf(product);
  const parts: readonly (ProductPart | Falsy)[] = [
    product.longDescription && {
      id: "description",
      isText: true,
      title: formatMessage({ id: "product.description" }),
      layout: "margin",
      content: <Paragraphs text={product.longDescription} />,
    },
    product.benefits.length > 0 && {
      id: "benefits",
      isText: true,
      title: formatMessage({ id: "service.benefits" }),
      content: <ServicePoints points={product.benefits} numbered />,
    },
    product.details.length > 0 && {
      id: "details",
      isText: true,
      title: formatMessage({ id: "service.details" }),
      layout: "margin",
      content: <ServicePoints points={product.details} />,
    },
    product.documents.length > 0 && {
      id: "downloads",
      isScreenOnly: true,
      title: formatMessage({ id: "product.documents" }),
      layout: "margin",
      content: <DocumentList documents={product.documents} images={product.images} />,
    },
    (product.metric.length > 0 || product.variants.length > 0) && {
      id: "technical-data",
      title: formatMessage({ id: "product.technicalData" }),
      content: <TechnicalData product={product} system={system} language={language} />,
    },
    product.highlights.length > 0 && {
      id: "highlights",
      isText: true,
      title: formatMessage({ id: "product.highlights" }),
      content: <Highlights highlights={product.highlights} />,
    },
    gallery.length > 0 && {
      id: "pictures",
      isScreenOnly: true,
      title: formatMessage({ id: "gallery.label" }),
      content: (
        <Gallery
          label={formatMessage({ id: "product.pictures" }, { name: product.name })}
          items={product.images.map((image) => ({
            picture: { ...image, url: image.source },
            original: image.url,
            thumbnail: image.thumbnail,
            lightboxThumbnail: image.lightboxThumbnail,
          }))}
        />
      ),
    },
    product.video && {
      id: "video",
      isScreenOnly: true,
      title: formatMessage({ id: "video.label" }),
      content: (
        <Video
          title={product.name}
          file={{ url: product.video.url }}
          poster={{ ...product.video.thumbnail, url: product.video.thumbnail.source }}
        />
      ),
    },
    product.modularSystem.length > 0 && {
      id: "modular-system",
      isText: true,
      title: formatMessage({ id: "product.modularSystem" }),
      content: <ModularSystem units={product.modularSystem} />,
    },
    product.capabilities.length > 0 && {
      id: "capabilities",
      row: "tiles",
      isScreenOnly: true,
      title: formatMessage({ id: "product.capabilities" }),
      lead: formatMessage({ id: "product.capabilitiesLead" }),
      content: <CapabilityList capabilities={product.capabilities} />,
    },
    product.components.length > 0 && {
      id: "components",
      row: "cards",
      isScreenOnly: true,
      title: formatMessage({ id: "product.components" }),
      content: <ProductGrid products={product.components} />,
    },
    product.services.length > 0 && {
      id: "services",
      row: "cards",
      isScreenOnly: true,
      title: formatMessage({ id: isService ? "service.related" : "product.services" }),
      content: <ProductGrid products={product.services} />,
    },
    product.relatedProducts.length > 0 && {
      id: "related",
      row: "cards",
      isScreenOnly: true,
      title: formatMessage({ id: isService ? "service.products" : "product.related" }),
      content: <ProductGrid products={product.relatedProducts} />,
    },
    product.stories.length > 0 && {
      id: "stories",
      row: "cards",
      isScreenOnly: true,
      title: formatMessage({ id: "product.stories" }),
      content: <StoryGrid stories={product.stories} />,
    },
  ];
  return <Parts parts={parts.filter((part) => !!part)} language={language} />;
}

/** Mounts the parts in steps after a click. Only this component renders at each step, not the contents of the parts. */
function Parts({ parts, language }: { parts: readonly ProductPart[]; language: string | undefined }) {
  const mounted = useMountedParts(parts.length);
  return (
    <>
      {parts.length > 2 && <AnchorNavigation anchors={parts} mounted={mounted} />}
      {parts.slice(0, mounted).map((part) => (
        <Suspense key={part.id}>
          <Section
            id={part.id}
            title={part.title}
            lead={part.lead}
            layout={part.layout ?? "wide"}
            className={clsx(styles.part, part.isScreenOnly && styles.screenOnly)}
          >
            <div
              className={clsx(part.row && styles.row, part.row === "tiles" && styles.tiles) || undefined}
              lang={part.isText ? language : undefined}
            >
              {part.content}
            </div>
          </Section>
        </Suspense>
      ))}
    </>
  );
}

/** Plain text whose paragraphs are separated by empty lines. */
function Paragraphs({ text }: { text: string }) {
  return (
    <div className={styles.prose}>
      {text.split(/\n\s*\n/).map((paragraph, i) => (
        <p key={i}>{paragraph}</p>
      ))}
    </div>
  );
}
