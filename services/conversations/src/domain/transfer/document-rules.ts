import { canonicalId, type IdPrefix, isJsonObject, metadataTexts, OperationError, readMember } from '@agent-mem/contract';
import type { JsonValue } from '@agent-mem/storage';

/** Refuses a value that a document cannot have there, by its JSON path. */
export type Rule = (value: JsonValue | undefined, path: string) => void;

/** The rules of an object's members, by their names. */
export type Members = Readonly<Record<string, Rule>>;

/** A position or a count: half of what the contract can carry, so that as many may come after it. */
export const mostPositions = 2 ** 30;

/** The rules of a member of the contract. Texts may have any length: an import never limited those of other programs. */
function as(message: string, member: string): Rule {
  return (value, path) => void readMember(message, member, value, path);
}

function orNull(rule: Rule): Rule {
  return (value, path) => (value === null ? undefined : rule(value, path));
}

function oneOf(...words: readonly string[]): Rule {
  return (value, path) => {
    if (typeof value !== 'string' || !words.includes(value)) throw wrong(path, `must be one of ${words.join(', ')}`);
  };
}

function whole(from: number, to: number): Rule {
  return (value, path) => {
    if (typeof value !== 'number') throw wrong(path, 'must be a number');
    if (!Number.isInteger(value) || value < from || value > to)
      throw wrong(path, `must be a whole number from ${from} to ${to}, got ${value}`);
  };
}

function idOf(prefix: IdPrefix, what: string): Rule {
  return (value, path) => {
    if (typeof value !== 'string' || canonicalId(prefix, value) !== value) throw wrong(path, `must be the id of ${what}`);
  };
}

function list(rule: Rule): Rule {
  return (value, path) => each(value, path, rule);
}

const text = as('Message', 'content');
const isTrue = as('ToolCall', 'success');
const name = as('GetConversationMemoryRequest', 'conversation_id');
const count = whole(0, mostPositions);
const ordinal = whole(1, mostPositions);
const line = whole(0, Number.MAX_SAFE_INTEGER);
const messageId = idOf('msg', 'a message');

/** A time as we write it. */
const time: Rule = (value, path) => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) || Number.isNaN(Date.parse(value)))
    throw wrong(path, 'must be a time as 2026-01-31T12:00:00.000Z');
};

/** A time that a sender gave. One next to the year 10000 is stored with more digits than a request may give. */
const givenTime: Rule = (value, path) => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString() !== value) as('AppendMessageRequest', 'timestamp')(value, path);
};

const finite: Rule = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(path, 'must be a number that a 64-bit float holds');
};

function metadata(message: string): Rule {
  return (value, path) => {
    as(message, 'metadata')(value, path);
    // A request may leave a value out by null; what is stored has none.
    for (const [key, element] of Object.entries(value ?? {})) text(element, `${path}.${key}`);
  };
}

const metadataJson: Rule = (value, path) => {
  as('Message', 'metadata_json')(value, path);
  metadataTexts(objectAt(JSON.parse(String(value)), path), path);
};

/** Members of the conversation; its view has a rule of its own. */
export const conversation: Members = {
  id: name,
  created_at: time,
  updated_at: time,
  status: as('Conversation', 'status'),
  title: orNull(text),
  summary: orNull(text),
  tags: as('CreateConversationRequest', 'tags'),
  metadata: metadata('CreateConversationRequest'),
  metadata_json: orNull(metadataJson),
  ended_at: orNull(time),
  branch_of: orNull(name),
  branched_at: orNull(name),
  merged_into: orNull(name),
  archived_by: orNull(name),
  message_count: count,
  invocation_count: count,
  message_base: count,
  invocation_base: count,
};

/** A document of a version before them has none. */
export const laterInConversation: Members = {
  embed_messages: orNull(as('CreateConversationRequest', 'embed_messages')),
  max_context_messages: orNull(as('CreateConversationRequest', 'max_context_messages')),
  enable_summarization: orNull(as('CreateConversationRequest', 'enable_summarization')),
  summarize_every: orNull(as('CreateConversationRequest', 'summarize_every')),
  titled_by: name,
};

/** Members of a message, beside its content, its calls and its references. */
export const message: Members = {
  id: messageId,
  conversation_id: name,
  ordinal,
  base: count,
  status: oneOf('ACTIVE', 'ARCHIVED', 'SUPERSEDED', 'DELETED', 'QUARANTINED', 'EXPIRED'),
  created_at: time,
};

/** Members of what a message says. */
export const content: Members = {
  role: as('AppendMessageRequest', 'role'),
  content: text,
  reasoning: orNull(text),
  timestamp: givenTime,
  token_count: count,
  speaker: orNull(text),
  metadata: metadata('AppendMessageRequest'),
  metadata_json: orNull(metadataJson),
  embedded: isTrue,
};

/** Members of a tool call, beside its result. */
export const call: Members = {
  id: idOf('call', 'a call'),
  created_at: time,
  tool_name: text,
  arguments: text,
  timestamp: givenTime,
  duration_ms: as('ToolCall', 'duration_ms'),
  success: isTrue,
  iteration: orNull(as('ToolCall', 'iteration')),
};

/** Members of a tool's answer. */
export const result: Members = {
  id: idOf('res', 'a result'),
  created_at: time,
  success: isTrue,
  result: text,
  error: orNull(text),
  timestamp: givenTime,
  result_size_bytes: count,
};

/** Members of an invocation. */
export const invocation: Members = {
  id: name,
  created_at: time,
  query: text,
  summary: text,
  result: text,
  timestamp: givenTime,
  ordinal,
  learns: isTrue,
  message_ids: orNull(list(name)),
};

/** Members of code that a message is about. */
export const code: Members = {
  id: idOf('code', 'code'),
  file: orNull(text),
  symbol: orNull(text),
  start_line: orNull(line),
  end_line: orNull(line),
  commit: orNull(text),
};

/** Members of a summary. */
export const summary: Members = {
  id: idOf('csum', 'a summary'),
  created_at: time,
  updated_at: time,
  tier: oneOf('L1', 'L2', 'L3'),
  content: text,
  level: oneOf('NONE', 'BRIEF', 'STANDARD', 'DETAILED', 'HIERARCHICAL'),
  content_type: oneOf('conversation', 'journal', 'document'),
  method: oneOf('rules', 'model'),
  from: count,
  to: count,
  tokens: count,
  token_count: count,
  compression_ratio: finite,
  view_key: text,
  chunked_to: count,
  chunked_tokens: count,
  abstract: orNull(text),
  away_since: orNull(time),
  sources: list(name),
  chunks: list(name),
};

const mark: Members = { createdAt: time, id: name };
const run: Members = { conversation: name, base: count, from: ordinal, to: orNull(count) };
const laterInRun: Members = { after: object(mark), until: object(mark) };

/** Which messages a conversation shows. */
export const view: Rule = orNull(list(object({ start: count, runs: list(object(run, laterInRun)) })));

function object(members: Members, optional: Members = {}): Rule {
  return (value, path) => void checked(value, path, members, optional);
}

/** The object at a path, once each of its members holds its rule and there is no other. `optional`: members that may be missing. */
export function checked(
  value: JsonValue | undefined,
  path: string,
  members: Members,
  optional: Members = {},
): Readonly<Record<string, JsonValue>> {
  const given = objectAt(value, path);
  onlyMembers(given, [...Object.keys(members), ...Object.keys(optional)], path);
  for (const [member, rule] of Object.entries(members)) rule(given[member], `${path}.${member}`);
  for (const [member, rule] of Object.entries(optional))
    if (given[member] !== undefined) rule(given[member], `${path}.${member}`);
  return given;
}

/** Refuses an object that has another member than these. */
export function onlyMembers(object: object, known: readonly string[], path: string): void {
  const unknown = Object.keys(object).find((member) => !known.includes(member));
  if (unknown !== undefined) throw wrong(`${path}.${unknown}`, 'is not known');
}

/** Holds each element of a list against a rule. */
export function each(value: JsonValue | undefined, path: string, rule: Rule): void {
  if (!Array.isArray(value)) throw wrong(path, 'must be a list');
  for (const [index, element] of value.entries()) rule(element, `${path}[${index}]`);
}

/** The value as an object; refuses what is none. */
export function objectAt(value: JsonValue | undefined, path: string): Readonly<Record<string, JsonValue>> {
  if (!isJsonObject(value)) throw wrong(path, 'must be an object');
  return value as Readonly<Record<string, JsonValue>>;
}

/** What is wrong with a document, by the path. */
export function wrong(path: string, what: string): OperationError {
  return new OperationError('invalid-argument', `${path}: ${what}`);
}
