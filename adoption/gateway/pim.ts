/** The contract of the PIM over a list of articles and a tree of categories: change it to what your system has. */
import { NotReadyError, type Backend } from "./backend.ts";

/** A text in several languages. */
type Texts = Record<string, string | undefined>;
type Category = {
  key: string;
  title: Texts;
  urlName: string;
  area?: string;
  intro?: Texts;
  changedAt?: string;
  children?: Category[];
};
/** The unit is a code of UN/ECE recommendation 20. */
type Attribute = { label: Texts; amount?: number; text?: Texts; unitCode?: string };
type Function = { key: string; title: Texts; icon?: string };
type Article = {
  number: string;
  urlName: string;
  title: Texts;
  teaser?: Texts;
  body?: Texts;
  categoryKey: string;
  brand?: string;
  pictures?: { href: string; main?: boolean }[];
  attributes?: Attribute[];
  models?: { number: string; title: string; attributes?: Attribute[] }[];
  functions?: string[];
  accessories?: string[];
  downloads?: { title: string; href: string; language?: string; bytes?: number }[];
  /** The time of the last change with its zone, by RFC 3339. */
  changedAt?: string;
};

/** Units as Strand reads them; others are shown as they are. */
const units: Record<string, string> = { MMT: "mm", MMK: "mm²", KGM: "kg", SEC: "s", BAR: "bar", VLT: "V", H87: "pcs" };
const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&nbsp;": " " };

const textOf = (texts: Texts | undefined, language: string) => texts?.[language] ?? texts?.en ?? null;

/** Plain text, which the contract wants, of HTML. */
const plainOf = (html: string | null) =>
  html
    ?.replace(/<(br|\/p|\/li)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .trim() ?? null;

/** A slug that is a part of a path. */
const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._~-]+/gu, "-")
    .replace(/^-+|-+$/g, "");

const specificationsOf = (attributes: Attribute[] | undefined, language: string) =>
  (attributes ?? []).map(({ label, amount, text, unitCode }) => ({
    name: textOf(label, language) ?? "",
    value: amount?.toString() ?? textOf(text, language),
    unit: unitCode === undefined ? null : (units[unitCode] ?? unitCode),
    measurement_system: null, // Strand converts metric values for those who read imperial ones
  }));

/** The categories without their nesting. */
const flat = (all: Category[], parent: string | null = null, type?: string): (object & Category & Flat)[] =>
  all.flatMap((c, index) => {
    const own = type ?? (c.area === "SERVICE" ? "service" : "product");
    return [{ ...c, parent, index, type: own }, ...flat(c.children ?? [], c.key, own)];
  });
type Flat = { parent: string | null; index: number; type: string };

async function read(backend: Backend) {
  const articles = await backend.list<Article>("/articles");
  const categories = flat((await backend.get<Category[]>("/categories")) ?? []);
  const functions = (await backend.get<Function[]>("/functions")) ?? [];
  const bySlug = new Map(articles.map((a) => [slugOf(a.urlName), a]));
  const byNumber = new Map(articles.map((a) => [a.number, a]));
  return { articles, functions, categories, bySlug, byNumber, byKey: new Map(categories.map((c) => [c.key, c])) };
}

/**
 * Reads the catalogue at once, every ten minutes and when `refresh` is called, one read at a time. Returns the root of
 * the queries.
 */
export function pimRoot(backend: Backend) {
  let catalogue: Awaited<ReturnType<typeof read>> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running: Promise<boolean> | undefined;
  let queued: Promise<boolean> | undefined;
  async function readOnce(): Promise<boolean> {
    clearTimeout(timer);
    let isRead = true;
    try {
      catalogue = await read(backend);
    } catch (error) {
      console.error("read the catalogue:", error); // the last one is served
      isRead = false;
    }
    if (!isClosed) timer = setTimeout(() => void refresh(), isRead ? 600_000 : 5_000);
    return isRead;
  }
  /** Reads the catalogue, after a read that runs, which may lack a change. Returns whether it could be read. */
  function refresh(): Promise<boolean> {
    if (!running) return (running = readOnce().finally(() => (running = undefined)));
    return (queued ??= running.then(() => {
      queued = undefined;
      return refresh();
    }));
  }
  void refresh();

  const present = () => {
    if (!catalogue) throw new NotReadyError("the catalogue was not read yet");
    return catalogue;
  };
  /** The product of an article; functions are called for the fields that a query selects. */
  const productOf = (a: Article, language: string): object => {
    const category = present().byKey.get(a.categoryKey);
    return {
      name: textOf(a.title, language) ?? a.number,
      slug: slugOf(a.urlName),
      product_brand_id: a.brand,
      classification_slug: category && slugOf(category.urlName),
      short_description: plainOf(textOf(a.teaser, language)),
      long_description: plainOf(textOf(a.body, language)),
      images: (a.pictures ?? []).map(({ href, main }) => ({ url: href, default: main === true })),
      variant_count: a.models?.length ?? 0,
      variants: (a.models ?? []).map(({ number, title, attributes }) => ({
        id: number,
        name_metric: title,
        specifications: specificationsOf(attributes, language),
      })),
      specifications: specificationsOf(a.attributes, language),
      capabilities: (a.functions ?? []).map((key) => ({ capability_id: key })),
      related: () =>
        (a.accessories ?? []).map((number) => {
          const other = present().byNumber.get(number);
          return { type: "related", product: other && productOf(other, language) };
        }),
      documents: (a.downloads ?? []).map(({ title, href, language: content_language, bytes }) => {
        const filename = href.split("/").pop();
        return {
          name: title,
          content_language,
          url: href,
          filename,
          extension: href.split(".").pop(),
          size_bytes: bytes,
        };
      }),
      updated_at: a.changedAt,
      highlights: [],
      modular_system: [],
    };
  };
  const product = ({ language, slug }: { language: string; slug: string }) => {
    const found = present().bySlug.get(slug);
    return found ? productOf(found, language) : null;
  };
  type List = { language: string; type: string; offset: number; limit: number };
  const root = {
    product,
    service_product_detail: product,
    products: ({ language, slugs }: { language: string; slugs: string }) =>
      slugs.split(",").flatMap((slug) => product({ language, slug }) ?? []),
    classifications: ({ language, type }: List) =>
      present()
        .categories.filter((c) => c.type === type)
        .map((c) => ({
          id: c.key,
          name: textOf(c.title, language) ?? c.key,
          slug: slugOf(c.urlName),
          parent_id: c.parent,
          description: plainOf(textOf(c.intro, language)),
          language,
          supported_countries: [],
          sort_index: c.index,
          updated_at: c.changedAt,
        })),
    /** Strand sends neither filters nor orders: it filters and sorts itself. */
    classification_products: ({ language, type, offset, limit }: List) => {
      const { articles, byKey } = present();
      const found = articles.filter((a) => (byKey.get(a.categoryKey)?.type ?? "product") === type);
      const products = () => found.slice(offset, offset + limit).map((a) => productOf(a, language));
      return { total_count: found.length, brand_counts: [], capability_counts: [], products };
    },
    capabilities: ({ language }: { language: string }) =>
      present().functions.map(({ key, title, icon }) => ({
        id: key,
        name: textOf(title, language) ?? key,
        image_url: icon,
      })),
    products_by_capability: ({ language, capability_id }: { language: string; capability_id: string }) =>
      present()
        .articles.filter((a) => a.functions?.includes(capability_id))
        .map((a) => productOf(a, language)),
  };
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
  };
  return { root, refresh, checkReady: () => void present(), close };
}
