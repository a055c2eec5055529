import { topicSchema } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { schemaDifference } from './schema-difference.ts';

const registered = (schema: unknown, type = 'JSON') => ({ version: 3, type, schema: JSON.stringify(schema) });
const record = (...fields: readonly object[]) => ({ type: 'record', name: 'Fact', namespace: 'n', fields });
const content = { name: 'content', type: ['null', 'string'], default: null };

describe('schemaDifference', () => {
  it('finds none between a schema and itself, however it is written', () => {
    const ours = topicSchema({ lane: 'command', name: 'conversations', persistent: true }) ?? '';
    expect(schemaDifference(registered(JSON.parse(ours)), ours)).toEqual([]);
    const reordered = {
      fields: [{ default: null, type: ['null', 'string'], name: 'content', doc: 'said' }],
      name: 'n.Fact',
      type: 'record',
    };
    expect(schemaDifference(registered(reordered), JSON.stringify(record(content)))).toEqual([]);
  });

  it('names each member that differs, also in a record within a record', () => {
    const inner = (type: string) => ({
      name: 'source',
      type: ['null', { type: 'record', name: 'Source', fields: [{ name: 'uri', type }] }],
      default: null,
    });
    const gone = { name: 'weight', type: 'double' };
    const added = { name: 'tags', type: ['null', { type: 'array', items: 'string' }], default: null };
    const here = JSON.stringify(record(content, inner('string'), added));
    expect(schemaDifference(registered(record(content, inner('int'), gone)), here)).toEqual([
      'n.Source.uri: registered as int, here string',
      'n.Fact.tags: not registered, here null | list of string = null',
      'n.Fact.weight: registered as double, not here',
    ]);
  });

  it('tells another root and another kind of schema', () => {
    const here = JSON.stringify(record(content));
    expect(schemaDifference(registered({ ...record(content), name: 'Other' }), here)).toContain(
      'the message: registered as n.Other, here n.Fact',
    );
    expect(schemaDifference(registered('', 'STRING'), here)).toEqual(['registered as STRING, here JSON']);
  });
});
