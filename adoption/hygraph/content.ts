import { type FieldDefinitionNode, type ObjectTypeDefinitionNode } from "graphql";
import { type Contract, isList, nameOf, systemObjects } from "./schema.ts";

/** Executes an operation of a content API, and returns its data. */
export type Ask = (query: string, variables: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** A record of the source. */
type SourceRecord = Record<string, unknown> & { id: string };

/**
 * The models whose records are imported, in an order in which each required relation leads to an earlier one: what
 * sites share. Records with components, such as pages, are not: rich texts and files have another form in Hygraph.
 */
const importedModels = [
  "Language",
  "Country",
  "Brand",
  "Site",
  "Fact",
  "SearchRecommendation",
  "SearchSynonym",
  "StoryCategory",
  "StoryTopic",
  "StoryContact",
  "Office",
];

/** The most entries of a list that a Hygraph project returns, nested ones too. */
const pageSize = 100;

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** The fields of a model that are imported, by kind. */
function partsOf(contract: Contract, model: ObjectTypeDefinitionNode) {
  const fields = contract.ownFieldsOf(model).filter(({ type }) => contract.componentNames(nameOf(type)).length === 0);
  const isRelation = ({ type }: FieldDefinitionNode) => contract.isModel(nameOf(type));
  return {
    values: fields.filter((field) => !isRelation(field)),
    localized: fields.filter((field) => !isRelation(field) && contract.isLocalized(model, field)),
    relations: fields.filter((field) => isRelation(field) && importedModels.includes(nameOf(field.type))),
  };
}

/** Reads the records of a model in a locale. */
async function read(source: Ask, plural: string, fields: string[], locale: string): Promise<SourceRecord[]> {
  const query = `query Read($locale: [Locale!], $skip: Int!) {
  records: ${lowered(plural)}(first: ${pageSize}, skip: $skip, stage: PUBLISHED, locales: $locale) {
    id ${fields.join(" ")}
  }
}`;
  const all: SourceRecord[] = [];
  for (;;) {
    const records = (await source(query, { locale: [locale], skip: all.length })).records as SourceRecord[];
    all.push(...records);
    if (records.length < pageSize) return all;
  }
}

const pick = (record: SourceRecord | undefined, fields: FieldDefinitionNode[]) =>
  Object.fromEntries(fields.map(({ name }) => [name.value, record?.[name.value] ?? null]));

/**
 * Copies records from one content API to another that has none yet, and publishes them. Returns the number of records
 * by model.
 */
export async function importContent(contract: Contract, source: Ask, target: Ask): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  /** The ids in the target by those in the source. */
  const ids = new Map<string, string>();
  const later: { model: string; id: string; data: Record<string, unknown> }[] = [];
  const [base = "", ...locales] = contract.locales;
  const models = importedModels.map((name) => contract.model(name));
  for (const model of models) {
    const list = lowered(contract.pluralOf(model.name.value));
    const { aggregate } = (
      await target(`query Count { records: ${list}Connection(stage: DRAFT) { aggregate { count } } }`, {})
    ).records as { aggregate: { count: number } };
    if (aggregate.count > 0) throw new Error(`The project has records of ${model.name.value} already.`);
  }
  for (const model of models) {
    const name = model.name.value;
    const plural = contract.pluralOf(name);
    const { values, localized, relations } = partsOf(contract, model);
    const scalars = values.map(({ name, type }) => {
      const parts = systemObjects.get(nameOf(type));
      return parts ? `${name.value} { ${parts} }` : name.value;
    });
    const selected = ({ name, type }: FieldDefinitionNode) =>
      `${name.value}${isList(type) ? `(first: ${pageSize})` : ""} { id }`;
    const records = await read(source, plural, [...scalars, ...relations.map(selected)], base);
    const translated = new Map<string, Map<string, SourceRecord>>();
    for (const locale of localized.length > 0 ? locales : []) {
      const found = await read(
        source,
        plural,
        localized.map((field) => field.name.value),
        locale,
      );
      translated.set(locale, new Map(found.map((record) => [record.id, record])));
    }
    for (const record of records) {
      const translations = locales.flatMap((locale) => {
        const found = translated.get(locale)?.get(record.id);
        return found ? [{ locale, data: pick(found, localized) }] : [];
      });
      const data: Record<string, unknown> = pick(record, values);
      if (translations.length > 0) data.localizations = { create: translations };
      const missing: Record<string, unknown> = {};
      for (const { name: field, type } of relations) {
        const related = [record[field.value]].flat().filter((r) => r !== null && r !== undefined) as SourceRecord[];
        if (related.length === 0) continue;
        if (related.length === pageSize)
          throw new Error(`${name}.${field.value} may have more than ${pageSize} entries.`);
        const isKnown = importedModels.indexOf(nameOf(type)) < importedModels.indexOf(name);
        // Lists are connected in another form by updates.
        if (!isKnown && isList(type)) throw new Error(`${name}.${field.value} leads to later records.`);
        const connect = related.map(({ id }) => ({ id: isKnown ? ids.get(id) : id }));
        (isKnown ? data : missing)[field.value] = { connect: isList(type) ? connect : connect[0] };
      }
      const query = `mutation Create($data: ${name}CreateInput!) { created: create${name}(data: $data) { id } }`;
      const { id } = (await target(query, { data })).created as { id: string };
      ids.set(record.id, id);
      if (Object.keys(missing).length > 0) later.push({ model: name, id, data: missing });
    }
    counts.set(name, records.length);
  }
  for (const { model, id, data } of later) {
    for (const [field, value] of Object.entries(data)) {
      const { connect } = value as { connect: { id: string } };
      data[field] = { connect: { id: ids.get(connect.id) } };
    }
    const query = `mutation Update($id: ID!, $data: ${model}UpdateInput!) {
  update${model}(where: { id: $id }, data: $data) { id }
}`;
    await target(query, { id, data });
  }
  for (const model of models) {
    const field = `publishMany${contract.pluralOf(model.name.value)}Connection`;
    // Only localized models have the argument, which lists what is published beside the default locale.
    const translations = partsOf(contract, model).localized.length > 0 ? `, locales: [${locales.join(", ")}]` : "";
    for (let skip = 0; skip < (counts.get(model.name.value) ?? 0); skip += pageSize) {
      const page = `first: ${pageSize}, skip: ${skip}`;
      const query = `${field}(${page}, to: [PUBLISHED]${translations}) { aggregate { count } }`;
      await target(`mutation Publish { ${query} }`, {});
    }
  }
  return counts;
}
