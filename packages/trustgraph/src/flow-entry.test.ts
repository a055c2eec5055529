import { describe, expect, it } from 'vitest';
import { readFlowEntry, sameEntry, sameTopics } from './flow-entry.ts';

const topics = { request: 'request:tg:agent:w:f', response: 'response:tg:agent:w:f' };

describe('readFlowEntry', () => {
  it('reads topics and parameters', () => {
    const value = JSON.stringify({ topics, parameters: { model: 'm', 'fact-retrieval-top-k': '5' } });
    expect(readFlowEntry('w', 'f', value)).toEqual({
      workspace: 'w',
      flow: 'f',
      topics,
      parameters: { model: 'm', 'fact-retrieval-top-k': '5' },
    });
  });

  it('needs no parameters, and no topics but two', () => {
    expect(readFlowEntry('w', 'f', JSON.stringify({ topics }))).toMatchObject({ topics, parameters: {} });
  });

  it('reads the flat form of versions before 2.3.13', () => {
    const request = 'non-persistent://tg/request/agent:default';
    const response = 'non-persistent://tg/response/agent:default';
    expect(readFlowEntry('default', 'default', JSON.stringify({ request, response, model: 'gpt-4o' }))).toEqual({
      workspace: 'default',
      flow: 'default',
      topics: { request, response },
      parameters: { model: 'gpt-4o' },
    });
  });

  it.each([
    ['{', 'flow w/f: must be JSON text'],
    ['[]', 'flow w/f: must be an object, got an array'],
    ['{"topics":{"request":"request:tg:a"}}', 'flow w/f.topics.response: is missing'],
    ['{"topics":{"request":5}}', 'flow w/f.topics.request: must be a string, got 5'],
    [JSON.stringify({ topics: { ...topics, next: 'nowhere' } }), 'flow w/f.topics.next: queue "nowhere": must be'],
    [JSON.stringify({ topics, parameters: { k: 5 } }), 'flow w/f.parameters.k: must be a string, got 5'],
  ])('refuses %s by what is wrong', (value, message) => {
    expect(() => readFlowEntry('w', 'f', value)).toThrow(message);
  });
});

it('tells a change of parameters from one of topics', () => {
  const entry = { workspace: 'w', flow: 'f', topics, parameters: { a: '1', b: '2' } };
  expect(sameEntry(entry, { ...entry, parameters: { b: '2', a: '1' } })).toBe(true);
  expect(sameEntry(entry, { ...entry, parameters: { a: '1', b: '3' } })).toBe(false);
  expect(sameTopics(entry, { ...entry, parameters: {} })).toBe(true);
  expect(sameTopics(entry, { ...entry, topics: { ...topics, next: topics.request } })).toBe(false);
});
