import { isJsonObject, OperationError } from '@agent-mem/contract';
import { modelList, modelText } from '@agent-mem/llm';
import { compileGivenSchema, type JsonSchema, type SchemaCheck } from '@agent-mem/runtime/given-schema';

/** What is looked for where the caller names nothing. */
const defaultItems = ['main_topic', 'key_findings', 'action_items'] as const;

/** The insights of one conversation, by name. */
export type Insights = Readonly<Record<string, unknown>>;

/** The form that insights have. */
export interface InsightForm {
  /** Their names. */
  readonly items: readonly string[];
  /** JSON Schema of an object. */
  readonly schema: JsonSchema;
  /** Whether the caller gave the schema: such a one may be anything, and servers refuse much. */
  readonly isGiven: boolean;
  /** The insights that a model wrote, of which the default form takes what it names; `null`: they do not have the form. Throws `TooSlow` where a caller's schema takes for ever to check. */
  read(written: Insights): Insights | null;
}

const deepest = 32;
/** What would let a caller's schema load or wait for what it likes. */
const refusedKeywords: ReadonlySet<string> = new Set(['$async', '$id', '$dynamicRef']);
/** Members of a schema that hold schemas by names which are no keywords. */
const named: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Members that hold values. */
const values: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);

/** The form for names and a schema as a caller gives them. Throws `invalid-argument` that names the member. */
export function insightForm({
  items,
  output_schema,
}: {
  readonly items: readonly string[];
  readonly output_schema: string | null;
}): InsightForm {
  if (output_schema === null) return formOf(defaultSchema(items.length > 0 ? items : defaultItems), false);
  const given = objectSchema(JSON.parse(output_schema));
  checkKeywords(given, 'output_schema', 0);
  const { $schema: _, ...schema } = given;
  return formOf(items.length > 0 ? onlyItems(schema, items) : schema, true);
}

function formOf(schema: JsonSchema, isGiven: boolean): InsightForm {
  const check = checkOf(schema);
  const items = Object.keys(propertiesOf(schema));
  const read = (written: Insights) => {
    const insights = isGiven ? written : namedInsights(written, items);
    return check(insights) === null ? insights : null;
  };
  return { items, schema, isGiven, read };
}

/** The items of the default form that a model wrote: a text alone where a list is asked for is its element, and nothing is an empty list. */
function namedInsights(written: Insights, items: readonly string[]): Insights {
  if (!items.some((item) => Object.hasOwn(written, item))) return {};
  const read = (item: string) =>
    item === 'main_topic' ? modelText(written[item]) || null : modelList(written[item]).flatMap((each) => modelText(each) || []);
  return Object.fromEntries(items.map((item) => [item, read(item)]));
}

function checkOf(schema: JsonSchema): SchemaCheck {
  try {
    return compileGivenSchema(schema);
  } catch (cause) {
    throw refusal(`is no JSON Schema: ${(cause as Error).message}`, cause);
  }
}

/** Every member required and no other allowed, as servers with strict schemas demand. */
function defaultSchema(items: readonly string[]): JsonSchema {
  const text = { type: 'string' };
  const schemaOf = (item: string) => (item === 'main_topic' ? text : { type: 'array', items: text });
  const properties = Object.fromEntries(items.map((item) => [item, schemaOf(item)]));
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** A schema of an object, or its properties alone, as batch_analyze takes them. */
function objectSchema(given: unknown): JsonSchema {
  if (!isJsonObject(given)) throw refusal('must be a JSON object');
  if (isJsonObject(given.properties)) {
    if (given.type === undefined || given.type === 'object') return { ...given, type: 'object' };
    throw refusal(`type: must be object, got ${JSON.stringify(given.type)}`);
  }
  const isProperties = Object.values(given).every(isJsonObject) && Object.keys(given).length > 0;
  if (!isProperties) throw refusal('must have properties');
  return { type: 'object', properties: given, required: Object.keys(given) };
}

function onlyItems(schema: JsonSchema, items: readonly string[]): JsonSchema {
  const properties = propertiesOf(schema);
  const unknown = items.findIndex((item) => !Object.hasOwn(properties, item));
  if (unknown >= 0)
    throw new OperationError('invalid-argument', `items[${unknown}]: output_schema has no property ${items[unknown]}`);
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => items.includes(name)) : [];
  return { ...schema, properties: Object.fromEntries(items.map((item) => [item, properties[item]])), required };
}

function propertiesOf({ properties }: JsonSchema): JsonSchema {
  return isJsonObject(properties) ? properties : {};
}

function checkKeywords(schema: unknown, path: string, depth: number): void {
  if (depth > deepest) throw refusal(`must be at most ${deepest} levels deep`);
  if (Array.isArray(schema)) for (const each of schema) checkKeywords(each, path, depth + 1);
  if (!isJsonObject(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${path}.${keyword}`;
    if (refusedKeywords.has(keyword)) throw new OperationError('invalid-argument', `${at}: is not supported`);
    if (keyword === '$ref' && !(typeof value === 'string' && value.startsWith('#')))
      throw new OperationError('invalid-argument', `${at}: must point into the schema itself`);
    if (values.has(keyword)) continue;
    if (!named.has(keyword)) checkKeywords(value, at, depth + 1);
    else if (isJsonObject(value))
      for (const [name, each] of Object.entries(value)) checkKeywords(each, `${at}.${name}`, depth + 1);
  }
}

function refusal(what: string, cause?: unknown): OperationError {
  return new OperationError('invalid-argument', `output_schema: ${what}`, { cause });
}
