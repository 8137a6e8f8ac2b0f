import { type Client, RelationalFieldType, SimpleFieldType } from "@hygraph/management-sdk";
import {
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  type TypeNode,
  type UnionTypeDefinitionNode,
} from "graphql";

/** Fields that Hygraph gives every model. */
const systemFields = new Set([
  ..."id stage createdAt updatedAt publishedAt locale localizations documentInStages".split(" "),
]);

/** Fields that Hygraph gives every asset. */
const assetFields = new Set("handle fileName mimeType size width height url".split(" "));

/** What exists in every project. */
const systemTypes = new Set(["Stage", "SystemDateTimeFieldVariation"]);

/** The locale of a new project, which is its default one. */
const defaultLocale = "en";

/** The enumeration for fields whose values are locales: Hygraph's own type cannot be that of a field. */
const languageEnumeration = "LanguageCode";

const simpleTypes: Record<string, SimpleFieldType> = {
  String: SimpleFieldType.String,
  Int: SimpleFieldType.Int,
  Float: SimpleFieldType.Float,
  Boolean: SimpleFieldType.Boolean,
  DateTime: SimpleFieldType.Datetime,
  Date: SimpleFieldType.Date,
  RichText: SimpleFieldType.Richtext,
  Location: SimpleFieldType.Location,
};

/** Fields of Hygraph's own types whose values are objects. */
export const systemObjects = new Map([["Location", "latitude longitude"]]);

/** Types whose values differ per language in a localized component. */
const textTypes = new Set(["String", "RichText"]);

/** The fields by which editors recognize a record, best first. */
const titles = ["title", "displayName", "name", "technicalName", "key", "slug", "previousUrl"];

/** `headerNavigation` → `Header navigation`, `FooterSection` → `Footer section`. */
function displayName(name: string): string {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The name of a type without its list and non-null marks. */
export function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

export function isList(type: TypeNode): boolean {
  return type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && isList(type.type));
}

const has = (field: FieldDefinitionNode, directive: string) =>
  field.directives?.some(({ name }) => name.value === directive) ?? false;

const fieldsOf = ({ fields = [] }: ObjectTypeDefinitionNode) => fields;

/** The types of a contract that a Hygraph project needs. */
export class Contract {
  readonly locales: string[];
  readonly enumerations: EnumTypeDefinitionNode[];
  readonly models: ObjectTypeDefinitionNode[];
  readonly components: ObjectTypeDefinitionNode[];
  readonly asset: ObjectTypeDefinitionNode | undefined;
  private readonly types = new Map<string, ObjectTypeDefinitionNode>();
  private readonly unions = new Map<string, UnionTypeDefinitionNode>();
  private readonly plurals = new Map<string, string>();
  /** The components of localized fields. */
  private readonly localized: ReadonlySet<string>;

  constructor(sdl: string) {
    const enums = new Map<string, EnumTypeDefinitionNode>();
    for (const definition of parse(sdl).definitions) {
      if (definition.kind === Kind.OBJECT_TYPE_DEFINITION) this.types.set(definition.name.value, definition);
      if (definition.kind === Kind.UNION_TYPE_DEFINITION) this.unions.set(definition.name.value, definition);
      if (definition.kind === Kind.ENUM_TYPE_DEFINITION) enums.set(definition.name.value, definition);
    }
    this.locales = enums.get("Locale")?.values?.map(({ name }) => name.value) ?? [];
    const nodes = [...this.types.values()].filter(({ interfaces = [] }) =>
      interfaces.some(({ name }) => name.value === "Node"),
    );
    this.models = nodes.filter(({ name }) => name.value !== "Asset");
    this.asset = this.types.get("Asset");
    const reached = this.componentsOf(this.models.flatMap((model) => this.ownFieldsOf(model)));
    this.components = [...this.types.values()].filter(({ name }) => reached.has(name.value));
    this.localized = this.componentsOf(this.models.flatMap(fieldsOf).filter((field) => has(field, "localized")));
    const used = new Set([...this.models, ...this.components].flatMap(fieldsOf).map(({ type }) => nameOf(type)));
    this.enumerations = [...enums.values()].filter(
      ({ name }) => used.has(name.value) && name.value !== "Locale" && !systemTypes.has(name.value),
    );
    const query = this.types.get("Query");
    for (const { name, type } of query ? fieldsOf(query) : []) {
      if (isList(type)) this.plurals.set(nameOf(type), capitalized(name.value));
      const connected = /^(\w+)Connection$/.exec(nameOf(type))?.[1];
      if (connected) this.plurals.set(connected, capitalized(name.value.replace(/Connection$/, "")));
    }
  }

  model(name: string): ObjectTypeDefinitionNode {
    const found = this.models.find((model) => model.name.value === name);
    if (!found) throw new Error(`The contract has no model ${name}.`);
    return found;
  }

  pluralOf(type: string): string {
    return this.plurals.get(type) ?? `${type}s`;
  }

  /** The fields of a type that the project must be given. */
  ownFieldsOf(type: ObjectTypeDefinitionNode): FieldDefinitionNode[] {
    return fieldsOf(type).filter(
      ({ name }) => !systemFields.has(name.value) && (type !== this.asset || !assetFields.has(name.value)),
    );
  }

  isModel(type: string): boolean {
    return type === "Asset" || this.models.some(({ name }) => name.value === type);
  }

  /** The components that a type stands for: its own name, the members of a union, none for a model or a scalar. */
  componentNames(type: string): string[] {
    const members = this.unions.get(type)?.types?.map(({ name }) => name.value);
    if (members) return members;
    return this.types.has(type) && !(type in simpleTypes) && !this.isModel(type) ? [type] : [];
  }

  isUnion(type: string): boolean {
    return this.unions.has(type);
  }

  /** Whether a field of a type has a value for each language. */
  isLocalized(type: ObjectTypeDefinitionNode, field: FieldDefinitionNode): boolean {
    return has(field, "localized") || (this.localized.has(type.name.value) && textTypes.has(nameOf(field.type)));
  }

  /** The components in the values of fields, at any depth. */
  private componentsOf(fields: readonly FieldDefinitionNode[]): Set<string> {
    const found = new Set<string>();
    const add = ({ type }: FieldDefinitionNode) => {
      for (const name of this.componentNames(nameOf(type))) {
        const component = this.types.get(name);
        if (!component || found.has(name)) continue;
        found.add(name);
        fieldsOf(component).forEach(add);
      }
    };
    fields.forEach(add);
    return found;
  }
}

/** Schedules the operations that give a new Hygraph project what a contract requires. Nothing is sent before `run`. */
export function scheduleSchema(client: Client, contract: Contract): void {
  const languages = new Intl.DisplayNames(["en"], { type: "language" });
  for (const apiId of contract.locales) {
    if (apiId !== defaultLocale) client.createLocale({ apiId, displayName: languages.of(apiId) ?? apiId });
  }
  for (const { name, description, values = [] } of contract.enumerations) {
    client.createEnumeration({
      apiId: name.value,
      displayName: displayName(name.value),
      description: description?.value,
      values: values.map((value) => ({ apiId: value.name.value, displayName: displayName(value.name.value) })),
    });
  }
  client.createEnumeration({
    apiId: languageEnumeration,
    displayName: displayName(languageEnumeration),
    values: contract.locales.map((apiId) => ({ apiId, displayName: languages.of(apiId) ?? apiId })),
  });
  for (const { name, description } of contract.models) {
    client.createModel({
      apiId: name.value,
      apiIdPlural: contract.pluralOf(name.value),
      displayName: displayName(name.value),
      description: description?.value,
    });
  }
  for (const { name, description } of contract.components) {
    client.createComponent({
      apiId: name.value,
      apiIdPlural: `${name.value}s`,
      displayName: displayName(name.value),
      description: description?.value,
    });
  }
  const owners = [...contract.models, ...contract.components, ...(contract.asset ? [contract.asset] : [])];
  for (const owner of owners) {
    const title = titles.find((name) => owner.fields?.some((field) => field.name.value === name));
    for (const field of contract.ownFieldsOf(owner)) {
      scheduleField(client, contract, owner, field, field.name.value === title && contract.isModel(owner.name.value));
    }
  }
}

/** Schedules the creation of a field. */
function scheduleField(
  client: Client,
  contract: Contract,
  owner: ObjectTypeDefinitionNode,
  field: FieldDefinitionNode,
  isTitle: boolean,
): void {
  const type = nameOf(field.type);
  const parentApiId = owner.name.value;
  const common = {
    parentApiId,
    apiId: field.name.value,
    displayName: displayName(field.name.value),
    description: field.description?.value,
    isList: isList(field.type),
  };
  // A list is never null in Hygraph, but may be empty.
  const isRequired = common.isList ? has(field, "nonEmpty") : field.type.kind === Kind.NON_NULL_TYPE;
  if (contract.isModel(type)) {
    client.createRelationalField({
      ...common,
      // Hygraph supports this for assets only.
      isRequired: isRequired && type === "Asset",
      type: type === "Asset" ? RelationalFieldType.Asset : RelationalFieldType.Relation,
      reverseField: {
        modelApiId: type,
        apiId: `${field.name.value}Of${parentApiId}`,
        displayName: `${displayName(field.name.value)} of ${displayName(parentApiId).toLowerCase()}`,
        isList: true,
        isUnidirectional: true,
      },
    });
    return;
  }
  if (contract.isUnion(type)) {
    client.createComponentUnionField({ ...common, isRequired, componentApiIds: contract.componentNames(type) });
    return;
  }
  const [componentApiId] = contract.componentNames(type);
  if (componentApiId) {
    client.createComponentField({ ...common, isRequired, componentApiId });
    return;
  }
  const isLocalized = contract.isLocalized(owner, field);
  const simple = simpleTypes[type];
  if (simple) {
    // Records that exist already, such as assets, need a value of a required field.
    const value = simple === SimpleFieldType.Boolean && isRequired ? "false" : undefined;
    const values = { initialValue: value, migrationValue: value };
    client.createSimpleField({ ...common, ...values, isRequired, isLocalized, isTitle, type: simple });
    return;
  }
  const enumerationApiId = type === "Locale" ? languageEnumeration : type;
  client.createEnumerableField({ ...common, isRequired, isLocalized, enumerationApiId });
}
