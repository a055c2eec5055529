import { describe, expect, it } from 'vitest';
import { refuseUnknownMembers, unknownMembers } from './unknown-members.ts';

const refused = (request: unknown) => () => refuseUnknownMembers('facts', 'store', request);

describe('a request that its caller wrote by hand', () => {
  it('is refused by the path of a member that is not known, with the one that was probably meant', () => {
    expect(refused({ content: 'c', user_id: 'bob' })).toThrow('user_id: is not known; did you mean user?');
    expect(refused({ content: 'c', evidence: { quot: 'q' } })).toThrow('evidence.quot: is not known; did you mean quote?');
    expect(refused({ colour: 1 })).toThrow(/^colour: is not known; known are workspace, user, collection, content, /);
  });

  it('is refused for a name of the prototype, for null, and for what stands in a list of messages', () => {
    expect(refused(JSON.parse('{"__proto__":{"content":"c"}}'))).toThrow('__proto__: is not known');
    expect(refused({ constructor: 'c' })).toThrow('constructor: is not known');
    expect(refused({ content: 'c', user_id: null })).toThrow('user_id: is not known');
    expect(refused({ content: 'c', user_id: undefined })).not.toThrow();
    const items = [{ content: 'a' }, { content: 'b', contents: 'b' }];
    expect(() => refuseUnknownMembers('working-memory', 'append', { items })).toThrow(
      'items[1].contents: is not known; did you mean content?',
    );
  });

  it('may name the entries of a map as it likes', () => {
    expect(refused({ content: 'c', metadata: { colour: 'red', user_id: 'bob' } })).not.toThrow();
  });

  it('of another type than its member is left to the check of types', () => {
    for (const request of [null, 'x', [{ colour: 1 }], { evidence: 'x' }, { evidence: [{ colour: 1 }] }])
      expect(refused(request)).not.toThrow();
  });
});

describe('a message of a topic', () => {
  it('is reported with the whole path of each member that is not known', () => {
    expect(unknownMembers('facts', { store: { content: 'c', user_id: 'bob', evidence: { quot: 'q' } }, user: 'bob' })).toEqual([
      'store.user_id: is not known; did you mean user?',
      'store.evidence.quot: is not known; did you mean quote?',
      'user: is not known; known are retrieve, store, get, list, delete, history, restore, purge, update, store_many, interpret, get_profile',
    ]);
    expect(unknownMembers('facts', { store: { content: 'c', metadata: { colour: 'red' } } })).toEqual([]);
  });

  it('may hold null for what a later version knows', () => {
    expect(unknownMembers('facts', { store: { content: 'c', user_id: null }, pin: null })).toEqual([]);
  });

  it('learns of the operations that are built', () => {
    expect(unknownMembers('graph', { purge: {}, colour: 1 })).toEqual([
      'colour: is not known; known are get, neighbours, paths, find_similar, link, update_entity_weight, weight_history, rollback_weights, feedback, trigger_compaction, ' +
        'create_summary_node, get_job, list_jobs, cancel_job, restore, purge, get_settings, update_settings, prune, create_node, ' +
        'merge_entities, split_entity',
    ]);
  });

  it('is reported within bounds, however much is not known', () => {
    const strange = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`${i}${'x'.repeat(1_000)}`, 1]));
    const texts = unknownMembers('graph', { purge: strange });
    expect(texts).toHaveLength(20);
    for (const text of texts) expect(text.length).toBeLessThan(250);
  });

  it.each([[null], ['x'], [[]], [{}], [{ store: 'x' }]])('that is none has nothing to report: %j', (envelope) => {
    expect(unknownMembers('facts', envelope)).toEqual([]);
  });
});
