import { OperationError } from '@agent-mem/contract';
import type { JsonObject } from '@agent-mem/storage';
import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

const at = '2026-01-01T00:00:00.000Z';
const uuid = '01a21ed1-3a8d-73da-be3a-e6feff0168a3';
const other = '01a21ed1-3a8d-73da-be3a-e6feff0168a4';

const conversation = {
  ...{ id: 'c1', created_at: at, updated_at: at, status: 'active', title: 't', summary: null, tags: ['a'] },
  ...{ metadata: { k: 'v' }, metadata_json: null, ended_at: null, branch_of: null, branched_at: null, merged_into: null },
  ...{ archived_by: null, message_count: 2, invocation_count: 1, message_base: 0, invocation_base: 0, view: null },
};
const result = {
  id: `res_${uuid}`,
  created_at: at,
  success: true,
  result: '1',
  error: null,
  timestamp: at,
  result_size_bytes: 1,
};
const call = {
  ...{ id: `call_${uuid}`, created_at: at, tool_name: 'look', arguments: '{}', timestamp: at, duration_ms: 3, success: true },
  ...{ iteration: null, tool_result: result },
};
const content = {
  ...{ role: 'user', content: 'zebra', reasoning: null, timestamp: at, token_count: 1, speaker: null, metadata: {} },
  ...{ metadata_json: null, embedded: true },
};
const code = { id: `code_${uuid}`, file: 'a.ts', symbol: null, start_line: 1, end_line: 2, commit: null };
const message = {
  ...{ id: `msg_${uuid}`, conversation_id: 'c1', ordinal: 1, base: 0, status: 'ACTIVE', created_at: at, content },
  ...{ tool_calls: [call], references: [code] },
};
const invocation = {
  ...{ id: `inv_${uuid}`, created_at: at, query: 'q', summary: 's', result: 'r', timestamp: at, ordinal: 1, learns: false },
  message_ids: null,
};
const summary = {
  ...{ id: `csum_${uuid}`, created_at: at, updated_at: at, tier: 'L3', content: 's', level: 'BRIEF' },
  ...{ content_type: 'conversation', method: 'rules', from: 1, to: 1, tokens: 1, token_count: 1, compression_ratio: 0.5 },
  ...{ sources: [], view_key: 'k', chunks: [], chunked_to: 0, chunked_tokens: 0, abstract: null, away_since: null },
};

interface Parts {
  readonly conversation?: object;
  readonly message?: object;
  readonly content?: object;
  readonly call?: object;
  readonly result?: object;
  readonly code?: object;
  readonly invocation?: object;
  readonly summary?: object;
  /** Beside the first. */
  readonly messages?: readonly object[];
}

function documentWith(parts: Parts): string {
  const made = { ...call, ...parts.call, tool_result: { ...result, ...parts.result } };
  const said = { ...content, ...parts.content };
  const first = { ...message, content: said, tool_calls: [made], references: [{ ...code, ...parts.code }], ...parts.message };
  return JSON.stringify({
    ...{ format: 'agent-mem-conversation', version: 1, conversation: { ...conversation, ...parts.conversation } },
    messages: [first, ...(parts.messages ?? [])],
    invocations: [{ ...invocation, ...parts.invocation }],
    summaries: [{ ...summary, ...parts.summary }],
  });
}

function refusalOf(text: string): string {
  try {
    readDocument(text);
  } catch (error) {
    expect(error).toBeInstanceOf(OperationError);
    expect(error).toMatchObject({ type: 'invalid-argument', retryable: false });
    return (error as OperationError).message;
  }
  throw new Error('was not refused');
}

it('a document that holds all rules is read as it is', () => {
  const text = documentWith({});
  expect(readDocument(text)).toEqual(JSON.parse(text));
});

it.each<Parts>([
  // Times next to the year 10000, texts longer than a request may bring, and what only events bring.
  { content: { timestamp: '+010000-01-01T13:59:59.000Z' } },
  { content: { timestamp: '2026-01-01T00:00:00+02:00' } },
  { content: { content: '' }, conversation: { title: 'x'.repeat(2_000) } },
  { call: { tool_name: 'x'.repeat(100_000), arguments: 'none' }, invocation: { id: 'of-another-program' } },
  { content: { metadata: { k: 'v'.repeat(9_000) } } },
  { conversation: { message_base: 7, invocation_base: 3 }, message: { base: 7 } },
])('what an export may hold is read: %j', (parts) => {
  expect(() => readDocument(documentWith(parts))).not.toThrow();
});

describe('refused is', () => {
  const texts: readonly [keyof Parts, string][] = [
    ...(['id', 'title', 'summary', 'branch_of', 'branched_at', 'merged_into', 'archived_by'] as const).map(
      (member) => ['conversation', member] as [keyof Parts, string],
    ),
    ['message', 'conversation_id'],
    ...(['content', 'reasoning', 'speaker'] as const).map((member) => ['content', member] as [keyof Parts, string]),
    ...(['tool_name', 'arguments'] as const).map((member) => ['call', member] as [keyof Parts, string]),
    ...(['result', 'error'] as const).map((member) => ['result', member] as [keyof Parts, string]),
    ...(['file', 'symbol', 'commit'] as const).map((member) => ['code', member] as [keyof Parts, string]),
    ...(['id', 'query', 'summary', 'result'] as const).map((member) => ['invocation', member] as [keyof Parts, string]),
    ...(['content', 'view_key', 'abstract'] as const).map((member) => ['summary', member] as [keyof Parts, string]),
  ];
  it.each(texts)('half a character in %s.%s', (part, member) => {
    expect(refusalOf(documentWith({ [part]: { [member]: 'a\ud83d' } }))).toMatch(
      new RegExp(`^\\$\\..*\\b${member}: must be well-formed Unicode$`),
    );
  });

  it.each<[Parts, string]>([
    [{ conversation: { tags: ['\ud83d'] } }, '$.conversation.tags[0]: must be well-formed Unicode'],
    [{ conversation: { metadata: { k: '\ud83d' } } }, '$.conversation.metadata.k: must be well-formed Unicode'],
    [{ content: { metadata: { '\ud83d': 'v' } } }, '$.messages[0].content.metadata: each key must be well-formed Unicode'],
    [{ content: { metadata: { k: null } } }, '$.messages[0].content.metadata.k: must be text, got null'],
    [{ content: { metadata_json: '{"k":"\\ud83d"}' } }, '$.messages[0].content.metadata_json.k: must be well-formed Unicode'],
    [{ conversation: { metadata_json: '{"n":1e999}' } }, '$.conversation.metadata_json.n: must have numbers that'],
    [{ conversation: { metadata_json: '[]' } }, '$.conversation.metadata_json: must be an object'],
    [{ conversation: { metadata_json: '{' } }, '$.conversation.metadata_json: must be JSON'],
    [{ conversation: { id: 'c\u00001' } }, '$.conversation.id: must not contain control characters'],
    [{ conversation: { id: ' ' } }, '$.conversation.id: must not be blank'],
    [{ conversation: { status: 'deleting' } }, '$.conversation.status: must be one of'],
    [{ conversation: { summarize_every: 0 } }, '$.conversation.summarize_every: must be from 1'],
    [{ conversation: { title: undefined } }, '$.conversation.title: must be text, got nothing'],
    [{ message: { id: 'msg_1' } }, '$.messages[0].id: must be the id of a message'],
    [{ message: { status: 'LOST' } }, '$.messages[0].status: must be one of'],
    [{ content: { role: 'boss' } }, '$.messages[0].content.role: must be one of'],
    [{ content: { timestamp: 'yesterday' } }, '$.messages[0].content.timestamp: must be a time in ISO 8601'],
    [{ content: { timestamp: '' } }, '$.messages[0].content.timestamp: must be a time in ISO 8601'],
    [{ call: { timestamp: '2026-02-30' } }, '$.messages[0].tool_calls[0].timestamp: must be a time in ISO 8601'],
    [{ call: { duration_ms: 0.5 } }, '$.messages[0].tool_calls[0].duration_ms: must be a whole number'],
    [{ result: { timestamp: 'now' } }, '$.messages[0].tool_calls[0].tool_result.timestamp: must be a time in ISO 8601'],
    [{ result: { id: 'res_x' } }, '$.messages[0].tool_calls[0].tool_result.id: must be the id of a result'],
    [{ code: { start_line: -1 } }, '$.messages[0].references[0].start_line: must be a whole number from 0'],
    [{ invocation: { timestamp: 'soon' } }, '$.invocations[0].timestamp: must be a time in ISO 8601'],
    [{ invocation: { message_ids: [1] } }, '$.invocations[0].message_ids[0]: must be text, got a number'],
    [{ summary: { tokens: 0.5 } }, '$.summaries[0].tokens: must be a whole number from 0'],
  ])('what no operation takes: %j', (parts, message) => {
    expect(refusalOf(documentWith(parts))).toContain(message);
  });

  const large = [-1, 1.5, 2 ** 30 + 1, 2 ** 53 - 2, 1e300];
  const counts = ['message_count', 'message_base', 'invocation_count', 'invocation_base'] as const;
  it.each(counts.flatMap((member) => large.map((value) => [member, value] as const)))('%s %d', (member, value) => {
    expect(refusalOf(documentWith({ conversation: { [member]: value } }))).toMatch(
      `$.conversation.${member}: must be a whole number`,
    );
  });
  it.each([0, ...large])('a message or an invocation at %d', (ordinal) => {
    expect(refusalOf(documentWith({ message: { ordinal } }))).toMatch('$.messages[0].ordinal: must be a whole number from 1');
    expect(refusalOf(documentWith({ invocation: { ordinal } }))).toMatch(
      '$.invocations[0].ordinal: must be a whole number from 1',
    );
  });
  it('a number that JSON writes and no float holds', () => {
    const text = documentWith({}).replace('"compression_ratio":0.5', '"compression_ratio":1e999');
    expect(refusalOf(text)).toBe('$.summaries[0].compression_ratio: must be a number that a 64-bit float holds');
  });

  const most = 2 ** 30;
  const run = { conversation: 'c1', base: 0, from: 1, to: null };
  it.each<[Parts, string]>([
    [{ message: { ordinal: 3 } }, '$.messages[0].ordinal: must be at most 2 with base, got 3'],
    [{ message: { base: 5 } }, '$.messages[0].ordinal: must be at most 2 with base, got 6'],
    [{ conversation: { message_base: 1 } }, '$.messages[0].ordinal: must be one that the conversation shows'],
    [{ message: { conversation_id: 'c2' } }, '$.messages[0].ordinal: must be one that the conversation shows'],
    [{ invocation: { ordinal: 2 } }, '$.invocations[0].ordinal: must be at most 1, the invocation_count, got 2'],
    [{ conversation: { message_base: most } }, '$.conversation.message_count: must be at most 0'],
    [{ conversation: { invocation_base: most } }, '$.conversation.invocation_count: must be at most 0'],
    [{ conversation: { view: [] } }, '$.conversation.view: must have a part'],
    [{ conversation: { view: [{ start: 3, runs: [run] }] } }, '$.conversation.view[0].start: must be from 0 to 2, got 3'],
    [
      { conversation: { view: [{ start: 0, runs: [{ ...run, to: -1 }] }] } },
      '$.conversation.view[0].runs[0].to: must be a whole',
    ],
    [
      { conversation: { view: [{ start: 0, runs: [{ ...run, after: { createdAt: 'x', id: 'm' } }] }] } },
      '$.conversation.view[0].runs[0].after.createdAt: must be a time',
    ],
    [{ conversation: { branch_of: 'c1' } }, '$.conversation.branch_of: must be another conversation'],
    [{ conversation: { merged_into: 'conv_c1' } }, '$.conversation.merged_into: must be another conversation'],
    [{ message: { conversation_id: 'conv_c1' } }, '$.messages[0].conversation_id: must be "c1", as in $.conversation.id'],
    [{ messages: [{ ...message, ordinal: 2 }] }, '$.messages[1].id: must be an id of its own, is that of $.messages[0].id'],
    [
      { messages: [{ ...message, id: `msg_${other}`, ordinal: 2 }] },
      '$.messages[1].tool_calls[0].id: must be an id of its own, is that of $.messages[0].tool_calls[0].id',
    ],
    [{ invocation: { id: 'conv_c1' } }, '$.invocations[0].id: must be an id of its own, is that of $.conversation.id'],
  ])('what contradicts itself: %j', (parts, message) => {
    expect(refusalOf(documentWith(parts))).toContain(message);
  });
});

it('a member that is not known is refused, and one that is missing', () => {
  const document = JSON.parse(documentWith({})) as JsonObject;
  expect(refusalOf(JSON.stringify({ ...document, more: 1 }))).toBe('$.more: is not known');
  expect(refusalOf(documentWith({ message: { tool_calls: undefined } }))).toBe('$.messages[0].tool_calls: must be a list');
  expect(refusalOf(documentWith({ message: { references: [{ ...code, line: 1 }] } }))).toBe(
    '$.messages[0].references[0].line: is not known',
  );
});
