import { canonicalId, OperationError } from '@agent-mem/contract';
import type { JsonObject, JsonValue } from '@agent-mem/storage';
import { type ConversationDocument, documentFormat, documentVersion } from './document.ts';

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'list' | 'text or null' | 'number or null' | 'boolean or null';
type Members = Readonly<Record<string, Kind>>;

const conversation: Members = {
  id: 'string',
  created_at: 'string',
  updated_at: 'string',
  status: 'string',
  title: 'text or null',
  summary: 'text or null',
  tags: 'list',
  metadata: 'object',
  metadata_json: 'text or null',
  ended_at: 'text or null',
  branch_of: 'text or null',
  branched_at: 'text or null',
  merged_into: 'text or null',
  archived_by: 'text or null',
  message_count: 'number',
  invocation_count: 'number',
  message_base: 'number',
  invocation_base: 'number',
};
/** A document of a version before them has none. */
const later: Members = {
  embed_messages: 'boolean or null',
  max_context_messages: 'number or null',
  enable_summarization: 'boolean or null',
  summarize_every: 'number or null',
  titled_by: 'string',
};
const message: Members = {
  id: 'string',
  conversation_id: 'string',
  ordinal: 'number',
  base: 'number',
  status: 'string',
  created_at: 'string',
  tool_calls: 'list',
};
const content: Members = {
  role: 'string',
  content: 'string',
  reasoning: 'text or null',
  timestamp: 'string',
  token_count: 'number',
  speaker: 'text or null',
  metadata: 'object',
  metadata_json: 'text or null',
  embedded: 'boolean',
};
const call: Members = {
  id: 'string',
  created_at: 'string',
  tool_name: 'string',
  arguments: 'string',
  timestamp: 'string',
  duration_ms: 'number',
  success: 'boolean',
  iteration: 'number or null',
};
const result: Members = {
  id: 'string',
  created_at: 'string',
  success: 'boolean',
  result: 'string',
  error: 'text or null',
  timestamp: 'string',
  result_size_bytes: 'number',
};
const invocation: Members = {
  id: 'string',
  created_at: 'string',
  query: 'string',
  summary: 'string',
  result: 'string',
  timestamp: 'string',
  ordinal: 'number',
  learns: 'boolean',
};
const code: Members = {
  id: 'string',
  file: 'text or null',
  symbol: 'text or null',
  start_line: 'number or null',
  end_line: 'number or null',
  commit: 'text or null',
};
const summary: Members = {
  id: 'string',
  created_at: 'string',
  updated_at: 'string',
  tier: 'string',
  content: 'string',
  level: 'string',
  content_type: 'string',
  method: 'string',
  from: 'number',
  to: 'number',
  tokens: 'number',
  token_count: 'number',
  compression_ratio: 'number',
  view_key: 'string',
  chunked_to: 'number',
  chunked_tokens: 'number',
  abstract: 'text or null',
  away_since: 'text or null',
};
const run: Members = { conversation: 'string', base: 'number', from: 'number', to: 'number or null' };
const mark: Members = { createdAt: 'string', id: 'string' };

/** Reads a document. Refuses one that is not whole with the JSON path of what is wrong. */
export function readDocument(text: string): ConversationDocument {
  const document = objectAt(parsed(text), '$');
  if (document.format !== documentFormat) throw wrong('$.format', `must be ${JSON.stringify(documentFormat)}`);
  if (document.version !== documentVersion) throw wrong('$.version', `must be ${documentVersion}, the version that is read here`);
  onlyMembers(document, ['format', 'version', 'conversation', 'messages', 'invocations', 'summaries'], '$');
  const about = checked(document.conversation, conversation, ['view'], '$.conversation', Object.keys(later));
  const given = Object.fromEntries(Object.entries(later).filter(([name]) => about[name] !== undefined));
  checked(about, given, Object.keys(about), '$.conversation');
  checkView(about.view, '$.conversation.view');
  oneOf(about.status, ['active', 'ended', 'archived'], '$.conversation.status');
  times(about, ['created_at', 'updated_at', 'ended_at'], '$.conversation');
  each(about.tags, '$.conversation.tags', (tag, path) => isKind(tag, 'string') || fail(path, 'must be a string'));
  each(document.messages, '$.messages', checkMessage);
  each(document.invocations, '$.invocations', (value, path) => {
    const { message_ids } = times(checked(value, invocation, ['message_ids'], path), ['created_at'], path);
    if (message_ids !== null)
      each(message_ids, `${path}.message_ids`, (id, at) => isKind(id, 'string') || fail(at, 'must be a string'));
  });
  each(document.summaries ?? [], '$.summaries', checkSummary);
  // Every member has been checked above.
  return document as unknown as ConversationDocument;
}

function checkMessage(value: JsonValue | undefined, path: string): void {
  const given = times(checked(value, message, ['content'], path, ['references']), ['created_at'], path);
  oneOf(given.status, ['ACTIVE', 'ARCHIVED', 'SUPERSEDED', 'DELETED', 'QUARANTINED', 'EXPIRED'], `${path}.status`);
  const isShown = given.status === 'ACTIVE' || given.status === 'ARCHIVED';
  if (isShown === (given.content === null))
    throw wrong(`${path}.content`, `must ${isShown ? 'be an object' : 'be null: the message is gone'}`);
  if (given.content !== null) {
    const { role } = checked(given.content, content, [], `${path}.content`);
    oneOf(role, ['user', 'assistant', 'system', 'tool'], `${path}.content.role`);
  }
  each(given.references ?? [], `${path}.references`, (each, at) => {
    const { id } = checked(each, code, [], at);
    if (canonicalId('code', String(id)) !== id) throw wrong(`${at}.id`, 'must be the id of code');
  });
  each(given.tool_calls, `${path}.tool_calls`, (each, at) => {
    const made = times(checked(each, call, ['tool_result'], at), ['created_at'], at);
    if (made.tool_result !== null)
      times(checked(made.tool_result, result, [], `${at}.tool_result`), ['created_at'], `${at}.tool_result`);
  });
}

function checkSummary(value: JsonValue | undefined, path: string): void {
  const given = times(checked(value, summary, ['sources', 'chunks'], path), ['created_at', 'updated_at', 'away_since'], path);
  if (canonicalId('csum', String(given.id)) !== given.id) throw wrong(`${path}.id`, 'must be the id of a summary');
  oneOf(given.tier, ['L1', 'L2', 'L3'], `${path}.tier`);
  oneOf(given.level, ['NONE', 'BRIEF', 'STANDARD', 'DETAILED', 'HIERARCHICAL'], `${path}.level`);
  oneOf(given.content_type, ['conversation', 'journal', 'document'], `${path}.content_type`);
  oneOf(given.method, ['rules', 'model'], `${path}.method`);
  for (const name of ['sources', 'chunks'])
    each(given[name], `${path}.${name}`, (id, at) => isKind(id, 'string') || fail(at, 'must be a string'));
}

function checkView(view: JsonValue | undefined, path: string): void {
  if (view === null) return;
  each(view, path, (part, at) => {
    each(checked(part, { start: 'number', runs: 'list' }, [], at).runs, `${at}.runs`, (value, runAt) => {
      const { after, until } = checked(value, run, [], runAt, ['after', 'until']);
      if (after !== undefined) checked(after, mark, [], `${runAt}.after`);
      if (until !== undefined) checked(until, mark, [], `${runAt}.until`);
    });
  });
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrong('$', `is no whole JSON document: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function checked(
  value: JsonValue | undefined,
  members: Members,
  others: readonly string[],
  path: string,
  optional: readonly string[] = [],
): JsonObject {
  const object = objectAt(value, path);
  onlyMembers(object, [...Object.keys(members), ...others, ...optional], path);
  for (const [name, kind] of Object.entries(members)) {
    if (!isKind(object[name], kind))
      throw wrong(`${path}.${name}`, `must be ${/^[ol]/.test(kind) ? 'an' : 'a'} ${kind}`.replace('an list', 'a list'));
  }
  for (const name of others) if (object[name] === undefined) throw wrong(`${path}.${name}`, 'is missing');
  return object;
}

function isKind(value: JsonValue | undefined, kind: Kind): boolean {
  if (kind.endsWith(' or null')) return value === null || typeof value === kind.replace(' or null', '').replace('text', 'string');
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === kind;
}

function objectAt(value: JsonValue | undefined, path: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'must be an object');
  return value as JsonObject;
}

function onlyMembers(object: JsonObject, known: readonly string[], path: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrong(`${path}.${unknown}`, 'is not known');
}

function each(value: JsonValue | undefined, path: string, check: (value: JsonValue, path: string) => unknown): void {
  if (!Array.isArray(value)) throw wrong(path, 'must be a list');
  for (const [index, element] of value.entries()) check(element, `${path}[${index}]`);
}

function oneOf(value: JsonValue | undefined, words: readonly string[], path: string): void {
  if (typeof value !== 'string' || !words.includes(value)) throw wrong(path, `must be one of ${words.join(', ')}`);
}

function times(object: JsonObject, names: readonly string[], path: string): JsonObject {
  for (const name of names) {
    const value = object[name];
    const isTime =
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value));
    if (value !== null && !isTime) throw wrong(`${path}.${name}`, 'must be a time as 2026-01-31T12:00:00.000Z');
  }
  return object;
}

function fail(path: string, what: string): never {
  throw wrong(path, what);
}

function wrong(path: string, what: string): OperationError {
  return new OperationError('invalid-argument', `${path}: ${what}`);
}
