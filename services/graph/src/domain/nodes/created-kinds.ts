import { isJsonObject, OperationError } from '@agent-mem/contract';
import { storedCompaction } from '@agent-mem/retention';
import type { GraphNode, JsonObject, JsonValue, NodeKind } from '@agent-mem/storage';

/** The kinds of nodes that callers make and this service owns. */
export type CreatedKind = 'CodeUnit' | 'Entity';

/** What a property must be. */
interface PropertyRule {
  readonly type: 'text' | 'line' | 'texts';
  readonly required?: boolean;
}

/** By kind: the properties it has, in the order in which they are stored. */
const schemas: Readonly<Record<CreatedKind | 'Error' | 'Solution', Readonly<Record<string, PropertyRule>>>> = {
  CodeUnit: {
    file: { type: 'text' },
    symbol: { type: 'text' },
    start_line: { type: 'line' },
    end_line: { type: 'line' },
    commit: { type: 'text' },
  },
  Entity: { name: { type: 'text', required: true }, type: { type: 'text' }, aliases: { type: 'texts' } },
  Error: {},
  Solution: {},
};

const longestText = 4_096;
const mostTexts = 100;

const checks: Readonly<Record<PropertyRule['type'], { readonly must: string; holds(value: JsonValue): boolean }>> = {
  text: { must: `must be a text of 1 to ${longestText} characters`, holds: isText },
  line: { must: 'must be a whole number from 1', holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1 },
  texts: {
    must: `must be a list of at most ${mostTexts} texts`,
    holds: (value) => Array.isArray(value) && value.length <= mostTexts && value.every(isText),
  },
};

function isText(value: JsonValue): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longestText;
}

/** The properties of a kind from their JSON. Throws `invalid-argument`, which names the property, for what the kind's schema does not allow. */
export function parsedProperties(kind: keyof typeof schemas, json: string | null): JsonObject {
  const given: unknown = json === null ? {} : JSON.parse(json);
  if (!isJsonObject(given)) throw refusal('', 'must be a JSON object');
  const schema = schemas[kind];
  // Parsed from JSON, so each value is one of JSON's.
  const values = given as JsonObject;
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(schema, name));
  if (unknown !== undefined) throw refusal(`.${unknown}`, `a ${kind} has no such property; it has ${namesOf(schema)}`);
  const present: [string, JsonValue][] = [];
  for (const [name, { type, required }] of Object.entries(schema)) {
    const value = values[name];
    if (value === undefined || value === null) {
      if (required) throw refusal(`.${name}`, `is required of kind ${kind}`);
    } else if (checks[type].holds(value)) present.push([name, value]);
    else throw refusal(`.${name}`, checks[type].must);
  }
  if (kind === 'CodeUnit' && values.file === undefined && values.symbol === undefined)
    throw refusal('', 'a CodeUnit has a file or a symbol');
  const { start_line: first, end_line: last } = values;
  if (typeof last === 'number' && (typeof first !== 'number' || last < first))
    throw refusal('.end_line', 'must be start_line or a line after it');
  return Object.fromEntries(present);
}

/** Of kinds that conversations own: which properties are shown. */
const shownMembers: Readonly<Partial<Record<NodeKind, readonly string[]>>> = {
  ConversationSummary: [
    ...['tier', 'level', 'content_type', 'method', 'from', 'to', 'tokens', 'token_count', 'compression_ratio'],
    ...['abstract', 'away_since'],
  ],
  Insight: ['results', 'task', 'by', 'model_away', 'message_count'],
};

/** The properties that CreateNode was given, with what an entity was merged into or split from, or what a summary is of, as JSON; `null` for a node of another kind. */
export function shownProperties({ kind, properties }: GraphNode): string | null {
  if (kind === 'Summary') {
    const { summary_content, original_node_ids, generating_model } = storedCompaction.read(properties);
    return JSON.stringify({ summary_content, original_node_ids, generating_model });
  }
  const members = shownMembers[kind];
  if (members) return JSON.stringify(Object.fromEntries(members.map((name) => [name, properties[name] ?? null])));
  if (kind !== 'CodeUnit' && kind !== 'Entity') return null;
  const all = [...Object.keys(schemas[kind]), ...(kind === 'Entity' ? ['merged_into', 'split_from'] : [])];
  const names = all.filter((name) => properties[name] !== undefined && properties[name] !== null);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, properties[name]])));
}

function namesOf(schema: object): string {
  return Object.keys(schema).join(', ') || 'none';
}

function refusal(path: string, must: string): OperationError {
  return new OperationError('invalid-argument', `create_node.properties${path}: ${must}`);
}
