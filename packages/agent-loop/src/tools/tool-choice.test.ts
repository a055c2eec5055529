import { describe, expect, test } from 'vitest';
import type { Tool } from './tool.ts';
import { findTool, fitArgs, offeredTools } from './tool-choice.ts';

const tool = (name: string, rest: Partial<Tool> = {}): Tool => ({
  name,
  description: '',
  arguments: [],
  run: async () => '',
  ...rest,
});
const names = (tools: readonly Tool[]) => tools.map(({ name }) => name);

describe('which tools are offered', () => {
  const tools = [
    tool('plain'),
    tool('reads', { groups: ['read', 'basic'] }),
    tool('writes', { groups: ['write'] }),
    tool('first', { states: ['undefined'] }),
    tool('later', { states: ['analysis'] }),
    tool('never', { states: [] }),
  ];

  test.each([
    [[], '', ['plain', 'reads', 'writes', 'first']],
    [['default'], '', ['plain', 'first']],
    [['read'], '', ['reads']],
    [['read', 'write'], '', ['reads', 'writes']],
    [['*'], 'analysis', ['plain', 'reads', 'writes', 'later']],
    [['unknown'], '', []],
    [[], 'analysis', ['plain', 'reads', 'writes', 'later']],
  ])('groups %j, state %j', (groups, state, expected) => {
    expect(names(offeredTools(tools, groups, state))).toEqual(expected);
  });
});

test.each([
  ['RetrieveFacts', 'RetrieveFacts'],
  ['retrieve_facts', 'RetrieveFacts'],
  ['Retrieve Facts', 'RetrieveFacts'],
  ['RetrieveFacts()', 'RetrieveFacts'],
  ['RetrieveFact', undefined],
])('the tool called %j', (name, expected) => {
  expect(findTool([tool('RetrieveFacts')], name)?.name).toBe(expected);
});

describe('arguments', () => {
  const taking = tool('t', {
    arguments: [
      { name: 'query', type: 'string', description: '' },
      { name: 'limit', type: 'integer', description: '', required: false },
      { name: 'deep', type: 'boolean', description: '', required: false },
      { name: 'rest', type: 'object', description: '', required: false },
    ],
  });

  test.each([
    [{ query: 'q' }, { query: 'q' }],
    [{ query: 3 }, { query: '3' }],
    [
      { query: 'q', limit: '3', deep: 'true', rest: [1], more: 1 },
      { query: 'q', limit: 3, deep: true, rest: [1], more: 1 },
    ],
    [{}, 'the argument "query" is missing; t takes query (string), limit (integer), deep (boolean), rest (object)'],
    [{ query: '' }, expect.stringContaining('"query" is missing')],
    [{ query: { a: 1 } }, expect.stringContaining('"query" must be a string')],
    [{ query: 'q', limit: 1.5 }, expect.stringContaining('"limit" must be a integer')],
    [{ query: 'q', deep: 1 }, expect.stringContaining('"deep" must be a boolean')],
  ])('%j', (args, expected) => {
    expect(fitArgs(taking, args)).toEqual(expected);
  });
});
