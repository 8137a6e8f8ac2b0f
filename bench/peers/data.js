/** What peers read for a page: a product by GraphQL, with Strand's operation, and the navigation of the sample CMS. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, print, separateOperations } from "graphql";

const operations = join(import.meta.dirname, "..", "..", "upstream", "pim", "operations.graphql");
const productDetail = print(separateOperations(parse(readFileSync(operations, "utf8"))).ProductDetail);
const navigation = readFileSync(join(import.meta.dirname, "navigation.graphql"), "utf8");

async function ask(url, query, variables, headers) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (!response.ok || errors) throw new Error(`${url}: ${response.status} ${JSON.stringify(errors)}`);
  return data;
}

/** Reads a product in a language from the PIM, or from a gateway in front of it. */
export async function readProduct(url, language, slug) {
  const { product } = await ask(url, productDetail, { language, slug });
  if (!product) throw new Error(`There is no product ${slug}.`);
  return product;
}

/** Reads the navigation of the main site in a language. */
export async function readNavigation(language) {
  const headers = {
    Authorization: `Bearer ${process.env.STRAND_CMS_TOKEN}`,
    "gcms-stage": "PUBLISHED",
    "gcms-locales": language === "en" ? "en" : `${language}, en`,
  };
  const { sites } = await ask(process.env.STRAND_CMS_URL, navigation, {}, headers);
  return sites.find(({ isMain }) => isMain);
}

const minute = 60_000;
const kept = new Map();

/** The navigation in a language, which stays in memory for a minute. */
function navigationIn(language) {
  const known = kept.get(language);
  if (known && known.until > Date.now()) return known.site;
  const site = readNavigation(language);
  kept.set(language, { site, until: Date.now() + minute });
  return site;
}

const gateways = JSON.parse(process.env.PEER_GATEWAYS ?? "{}");

/** The data of a product page, through one of the gateways of PEER_GATEWAYS. */
export async function load({ gateway = "apollo", language, slug }) {
  const [product, site] = await Promise.all([readProduct(gateways[gateway], language, slug), navigationIn(language)]);
  return { product, navigation: site };
}
