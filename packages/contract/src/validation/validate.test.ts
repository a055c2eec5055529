import { describe, expect, it } from 'vitest';
import { type ErrorType, OperationError } from '../error.ts';
import { parseEvent, parseOperation, parseRequest, readMember } from './validate.ts';

function refusalOf(run: () => unknown, type: ErrorType = 'invalid-argument'): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(OperationError);
    expect((error as OperationError).type).toBe(type);
    expect((error as OperationError).retryable).toBe(false);
    return (error as OperationError).message;
  }
  throw new Error('was not refused');
}

const retrieve = (members: object) => parseRequest('facts', 'retrieve', { query: 'q', ...members });
const store = (members: object) => parseRequest('facts', 'store', { content: 'c', ...members });

describe('a request', () => {
  it('takes its defaults, null counting as absent', () => {
    expect(retrieve({ top_k: null, embedder: null, explain: null })).toEqual({
      workspace: 'default',
      user: 'default',
      collection: 'default',
      query: 'q',
      embedding: [],
      embedder: null,
      top_k: 5,
      conversation_id: null,
      score_threshold: null,
      explain: false,
      include_embedding: false,
      include_weights: false,
      as_of: null,
      preset: null,
      parameters: {},
      filter: null,
      sort_by: 'score',
      min_weight: null,
      max_weight: null,
    });
    expect(parseRequest('episodes', 'retrieve', { query: 'q' }).top_k).toBe(3);
    expect(parseRequest('graph', 'neighbours', { id: 'n' }).direction).toBe('both');
    expect(store({}).visibility).toBeNull();
  });

  it('lets unknown fields through without keeping them', () => {
    expect(retrieve({ colour: 'red' })).not.toHaveProperty('colour');
  });

  it('takes "" for an absent text where "" could not be meant', () => {
    expect(retrieve({ conversation_id: '', as_of: '' })).toMatchObject({ conversation_id: null, as_of: null });
    expect(store({ trust: '' }).trust).toBeNull();
    expect(parseRequest('graph', 'neighbours', { id: 'n', direction: '' }).direction).toBe('both');
    expect(store({ workspace: '' }).workspace).toBe('default');
  });

  it.each([
    [{ top_k: 0 }, 'top_k: must be from 1 to 100, got 0'],
    [{ top_k: 101 }, 'top_k: must be from 1 to 100, got 101'],
    [{ top_k: '5' }, 'top_k: must be a number, got a string'],
    [{ top_k: JSON.parse('1e999') }, 'top_k: must be a number that a 64-bit float holds'],
    [{ top_k: 1.5 }, 'top_k: must be a whole number, got 1.5'],
    [{ query: 7 }, 'query: must be text, got a number'],
    [{ query: ['a'] }, 'query: must be text, got a list'],
    [{ explain: 'yes' }, 'explain: must be true or false, got a string'],
    [{ embedding: 'x' }, 'embedding: must be a list, got a string'],
    [{ embedding: [1, '2'] }, 'embedding[1]: must be a number, got a string'],
    [{ embedding: [1, null] }, 'embedding[1]: must be a number, got null'],
    [{ score_threshold: 1.01 }, 'score_threshold: must be from 0 to 1, got 1.01'],
    [{ user: 'a\u0000b' }, 'user: must not contain control characters'],
    [{ user: 'a\u0085b' }, 'user: must not contain control characters'],
    [
      { as_of: 'yesterday' },
      'as_of: must be a time in ISO 8601 with Z or an offset, such as 2026-05-07T09:30:00Z, got "yesterday"',
    ],
  ])('is refused by name: %j', (members, message) => {
    expect(refusalOf(() => retrieve(members))).toBe(message);
  });

  it.each([
    [{ content: '' }, 'content: must not be blank'],
    [{ content: ' \n' }, 'content: must not be blank'],
    [{ content: '\u200b\ufeff' }, 'content: must not be blank'],
    [{ key: ' ' }, 'key: must not be blank'],
    [{ conversation_id: '\u00a0' }, 'conversation_id: must not be blank'],
    [{ content: null }, 'content: is required'],
    [{ content: '\ud800' }, 'content: must be well-formed Unicode'],
    [{ metadata: { '\ud800': 'v' } }, 'metadata: each key must be well-formed Unicode'],
    [{ metadata: [] }, 'metadata: must be an object, got a list'],
    [{ metadata: { a: 1 } }, 'metadata.a: must be text, got a number'],
    [
      { metadata: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`k${i}`, 'v'])) },
      'metadata: must have at most 64 entries, got 65',
    ],
    [{ visibility: 'all' }, 'visibility: must be one of scope, conversation, got "all"'],
    [{ evidence: { quote: 1 } }, 'evidence.quote: must be text, got a number'],
    [
      { timestamp: '2026-02-30T00:00:00Z' },
      'timestamp: must be a time in ISO 8601 with Z or an offset, such as 2026-05-07T09:30:00Z, got "2026-02-30T00:00:00Z"',
    ],
  ])('of store is refused by name: %j', (members, message) => {
    expect(refusalOf(() => store(members))).toBe(message);
  });

  it.each([
    [{ workspace: 'w'.repeat(257) }, 'workspace: must be at most 256 characters'],
    [{ content: 'é'.repeat(32_769) }, 'content: must be at most 65536 bytes, got 65538'],
    [{ metadata: { a: 'x'.repeat(8_193) } }, 'metadata.a: must be at most 8192 bytes, got 8193'],
    [{ metadata: { ['k'.repeat(257)]: 'v' } }, 'metadata: each key must be at most 256 characters'],
  ])('that has too long a text is out of range: %.70j', (members, message) => {
    expect(refusalOf(() => store(members), 'out-of-range')).toBe(message);
  });

  it('accepts names of 256 characters of any script, and keeps metadata keys that prototypes use', () => {
    const user = '\u{1F600}'.repeat(256);
    expect(retrieve({ user }).user).toBe(user);
    const metadata = JSON.parse('{"__proto__":"p","constructor":"c"}');
    expect(Object.entries(store({ metadata }).metadata)).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
  });

  it('leaves out an empty name that is not required, and has any scope or source', () => {
    expect(store({ key: '', user: ' ', source: ' ' })).toMatchObject({ key: null, user: ' ', source: ' ' });
  });

  it('has one value of a member that has two names', () => {
    const search = (request: object) => parseRequest('conversations', 'search', { query: 'q', ...request });
    expect(refusalOf(() => search({ top_k: 3, limit: 4 }))).toBe(
      'limit: is the same as top_k, which has another value; leave one of them out',
    );
    expect(search({ top_k: 3, limit: 3 })).toMatchObject({ top_k: 3, limit: 3 });
    expect(search({ limit: 4 })).toMatchObject({ top_k: null, limit: 4 });
    const open = (request: object) => parseRequest('working-memory', 'retrieve_detail', request);
    expect(refusalOf(() => open({ memory_key: 'a', id: 'b' }))).toContain('id: is the same as memory_key');
    expect(open({ memory_key: '', id: 'b' })).toMatchObject({ id: 'b' });
  });

  it('does not read members from the prototype', () => {
    expect(refusalOf(() => parseRequest('facts', 'store', Object.create({ content: 'inherited' })))).toBe('content: is required');
  });

  it('brings times to UTC', () => {
    expect(store({ timestamp: '2026-05-07T09:30:00+02:00' }).timestamp).toBe('2026-05-07T07:30:00.000Z');
    expect(store({ timestamp: '2026-05-07' }).timestamp).toBe('2026-05-07T00:00:00.000Z');
    expect(refusalOf(() => store({ timestamp: '2026-05-07T09:30:00' }))).toContain('timestamp: ');
  });

  it('takes an id with its prefix or bare, in one form', () => {
    const uuid = '0195F2A0-1111-7222-8333-444455556666';
    const id = `fact_${uuid.toLowerCase()}`;
    expect(parseRequest('facts', 'get', { fact_id: uuid }).fact_id).toBe(id);
    expect(parseRequest('facts', 'get', { fact_id: id }).fact_id).toBe(id);
    expect(refusalOf(() => parseRequest('facts', 'get', { fact_id: 'epi_1' }))).toContain('fact_id: must be fact_');
  });

  it('tells zero from absence where the proto does', () => {
    const weigh = (weight: unknown) =>
      parseRequest('graph', 'update_entity_weight', { entity_id: 'x', entity_type: 'NODE', weight });
    expect(weigh(0).weight).toBe(0);
    expect(refusalOf(() => weigh(undefined))).toBe('weight: is required');
  });

  it.each([null, 'x', 3, [], undefined])('that is no object is refused: %j', (json) => {
    expect(refusalOf(() => parseRequest('facts', 'store', json))).toMatch(/^message: must be an object/);
  });
});

describe('an operation', () => {
  it('is named by the one member that is set, and paths start at it', () => {
    expect(parseOperation('facts', { retrieve: { query: 'q' }, store: null }).operation).toBe('retrieve');
    expect(refusalOf(() => parseOperation('facts', { retrieve: { top_k: 0 } }))).toBe(
      'retrieve.top_k: must be from 1 to 100, got 0',
    );
  });

  it('names the operations that are built', () => {
    expect(refusalOf(() => parseOperation('graph', { fly: {} }))).toBe(
      'message: must have one of get, neighbours, paths, find_similar, link, update_entity_weight, weight_history, rollback_weights, feedback, trigger_compaction, ' +
        'create_summary_node, get_job, list_jobs, cancel_job, restore, purge, get_settings, update_settings, prune, create_node, ' +
        'merge_entities, split_entity, got fly',
    );
  });

  it.each([
    [{}, 'got none'],
    [{ fly: {} }, 'got fly'],
    [{ store: {}, get: {} }, 'got store and get'],
    ['{}', 'got a string'],
    [{ toString: {} }, 'got toString'],
  ])('is refused when it is not exactly one: %j', (envelope, ending) => {
    expect(refusalOf(() => parseOperation('facts', envelope))).toContain(ending);
  });
});

describe('an event', () => {
  const event = {
    id: 'e',
    type: 'fact-stored',
    conversation_id: 'c',
    timestamp: '2026-05-07T09:30:00Z',
    data: { fact_stored: { fact_id: 'f' } },
  };

  it('carries what its type says', () => {
    expect(parseEvent(event).data.fact_stored).toEqual({ fact_id: 'f' });
    expect(refusalOf(() => parseEvent({ ...event, type: 'episode-stored' }))).toBe(
      'data.episode_stored: is required for type episode-stored',
    );
    expect(refusalOf(() => parseEvent({ ...event, type: 'born' }))).toContain('type: must be one of');
  });
});

describe('a value that stands alone', () => {
  const read = (member: string, value: unknown) => readMember('CreateConversationRequest', member, value, '$.it');

  it('is read by the rules of a member, at any length', () => {
    const long = 'x'.repeat(100_000);
    expect(read('title', long)).toBe(long);
    expect(read('metadata', { k: long })).toEqual({ k: long });
    expect(read('tags', ['a', long])).toEqual(['a', long]);
  });

  it.each([
    ['title', '\ud800', '$.it: must be well-formed Unicode'],
    ['title', null, '$.it: must be text, got null'],
    ['tags', ['a', '\udc00'], '$.it[1]: must be well-formed Unicode'],
    ['tags', Array.from({ length: 65 }, () => 'a'), '$.it: must have at most 64 entries, got 65'],
    ['metadata', { '\u0007': 'v' }, '$.it: each key must not contain control characters'],
    ['summarize_every', 1.5, '$.it: must be a whole number, got 1.5'],
    ['summarize_every', 0, '$.it: must be from 1 to 10000, got 0'],
    ['embed_messages', 'yes', '$.it: must be true or false, got a string'],
  ])('is refused as the member would be: %s %j', (member, value, message) => {
    expect(refusalOf(() => read(member, value))).toBe(message);
  });
});
