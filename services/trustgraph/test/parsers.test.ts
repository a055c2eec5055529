import { ReplyReader, readReply } from '@agent-mem/agent-loop';
import { describe, expect, test } from 'vitest';
import { flowRules } from '../src/flows/rules.ts';
import { differences } from './differences.ts';

const T = 'Thought: a\n';
const A = 'Action: b\n';
const fence = '```';

const action = (name: string, args: object = {}, thought = 'a') => ({
  kind: 'action',
  thought,
  action: name,
  args,
  problem: null,
});
const answer = (text: string, thought = 'a') => ({ kind: 'answer', thought, answer: text });
const problem = (says: string) => ({
  kind: 'action',
  thought: 'a',
  action: 'b',
  args: {},
  problem: expect.stringContaining(says),
});
const unusable = (thought = '') => ({ kind: 'unusable', thought, text: expect.any(String), reason: expect.any(String) });

/**
 * The table of what TrustGraph's two parsers make of a text, and what ours makes of it, which is the same whole and in pieces. `same` says with which
 * of theirs it agrees; where with neither or only one, `difference` names the entry of the list of intended differences.
 */
interface Row {
  readonly input: string;
  readonly text: string;
  readonly ours: unknown;
  readonly same: 'both' | 'whole' | 'stream' | 'neither';
  readonly difference?: keyof typeof differences;
}

const rows: readonly Row[] = [
  { input: 'thought, action, args', text: `${T}${A}Args: {"x": 1}`, ours: action('b', { x: 1 }), same: 'both' },
  { input: 'no args', text: `${T}Action: b`, ours: action('b'), same: 'whole', difference: 'one-reader' },
  {
    input: 'action and args without a thought',
    text: `${A}Args: {"x": 1}`,
    ours: action('b', { x: 1 }, ''),
    same: 'whole',
    difference: 'one-reader',
  },
  {
    input: 'an answer without a thought',
    text: 'Final Answer: yes',
    ours: answer('yes', ''),
    same: 'whole',
    difference: 'one-reader',
  },
  { input: 'only a thought', text: 'Thought: a', ours: unusable('a'), same: 'both' },
  { input: 'nothing', text: '', ours: unusable(), same: 'both' },
  { input: 'white space', text: ' \n ', ours: unusable(), same: 'both' },
  { input: 'prose', text: 'Paris is the capital.', ours: unusable(), same: 'both' },
  {
    input: 'all in a fence',
    text: `${fence}\n${T}Final Answer: yes\n${fence}`,
    ours: answer('yes'),
    same: 'whole',
    difference: 'fences',
  },
  {
    input: 'prose before a fence',
    text: `Sure:\n${fence}\n${T}Final Answer: yes\n${fence}`,
    ours: answer('yes'),
    same: 'whole',
    difference: 'fences',
  },
  { input: 'the name in quotes', text: `${T}Action: "b"\nArgs: {}`, ours: action('b'), same: 'both' },
  { input: 'the name in many quotes', text: `${T}Action: """b"""\nArgs: {}`, ours: action('b'), same: 'both' },
  {
    input: 'the name in single quotes',
    text: `${T}Action: 'b'\nArgs: {}`,
    ours: action('b'),
    same: 'neither',
    difference: 'names',
  },
  { input: 'an empty name', text: `${T}Action: ""\nArgs: {}`, ours: unusable('a'), same: 'whole', difference: 'one-reader' },
  {
    input: 'args that are not JSON',
    text: `${T}${A}Args: {bad}`,
    ours: problem('JSON object'),
    same: 'neither',
    difference: 'bad-args',
  },
  {
    input: 'args never closed',
    text: `${T}${A}Args: {"x": 1`,
    ours: problem('JSON object'),
    same: 'neither',
    difference: 'bad-args',
  },
  {
    input: 'args that are a list',
    text: `${T}${A}Args: ["x"]`,
    ours: problem('got a list'),
    same: 'neither',
    difference: 'bad-args',
  },
  {
    input: 'args that are a text',
    text: `${T}${A}Args: "x"`,
    ours: problem('got a string'),
    same: 'neither',
    difference: 'bad-args',
  },
  { input: 'args that are null', text: `${T}${A}Args: null`, ours: action('b'), same: 'whole', difference: 'one-reader' },
  { input: 'args on the next lines', text: `${T}${A}Args:\n{\n"x": 1\n}`, ours: action('b', { x: 1 }), same: 'both' },
  {
    input: 'a closing brace in a string',
    text: `${T}${A}Args: {"x":"a } b"}`,
    ours: action('b', { x: 'a } b' }),
    same: 'whole',
    difference: 'braces',
  },
  {
    input: 'an opening brace in a string',
    text: `${T}${A}Args: {"x":"a { b"}`,
    ours: action('b', { x: 'a { b' }),
    same: 'whole',
    difference: 'braces',
  },
  {
    input: 'an action, then invented observation and answer',
    text: `${T}${A}Args: {"x":1}\nObservation: c\n${T}Final Answer: d`,
    ours: action('b', { x: 1 }),
    same: 'stream',
    difference: 'first-step',
  },
  {
    input: 'two actions',
    text: `${T}${A}Args: {"x":1}\nAction: c\nArgs: {"y":2}`,
    ours: action('b', { x: 1 }),
    same: 'stream',
    difference: 'first-step',
  },
  {
    input: 'an action, then an answer',
    text: `${T}${A}Final Answer: d`,
    ours: action('b'),
    same: 'neither',
    difference: 'first-step',
  },
  {
    input: 'a thought over several lines',
    text: `Thought: a\nb\n${A}Args: {}`,
    ours: action('b', {}, 'a\nb'),
    same: 'stream',
    difference: 'line-breaks',
  },
  {
    input: 'an answer in Markdown',
    text: `${T}Final Answer: # A\n\n- b`,
    ours: answer('# A\n\n- b'),
    same: 'stream',
    difference: 'line-breaks',
  },
  {
    input: 'an answer in JSON',
    text: `${T}Final Answer: {\n  "a": 1\n}\nmore`,
    ours: answer('{\n  "a": 1\n}\nmore'),
    same: 'stream',
    difference: 'line-breaks',
  },
  {
    input: 'an answer in lines of JSON',
    text: `${T}Final Answer: {"a":1}\n{"b":2}`,
    ours: answer('{"a":1}\n{"b":2}'),
    same: 'stream',
    difference: 'line-breaks',
  },
  {
    input: 'an answer, then an invented thought',
    text: `${T}Final Answer: x\n${T}`,
    ours: answer('x'),
    same: 'whole',
    difference: 'first-step',
  },
  {
    input: 'an answer with a line that begins like an action',
    text: `${T}Final Answer: x\nAction: call Bob`,
    ours: answer('x\nAction: call Bob'),
    same: 'stream',
    difference: 'line-breaks',
  },
  { input: 'an empty answer', text: `${T}Final Answer:`, ours: unusable('a'), same: 'neither', difference: 'empty-answer' },
  {
    input: 'markers in lower case',
    text: 'thought: a\naction: b\nargs: {}',
    ours: action('b'),
    same: 'neither',
    difference: 'markers',
  },
  {
    input: 'bold markers',
    text: '**Thought:** a\n**Action:** b\n**Args:** {}',
    ours: action('b'),
    same: 'neither',
    difference: 'markers',
  },
  { input: 'indented markers', text: '  Thought: a\n  Action: b\n  Args: {}', ours: action('b'), same: 'both' },
  {
    input: 'the action in the line of the thought',
    text: 'Thought: do it. Action: b\nArgs: {"x":1}',
    ours: action('b', { x: 1 }, 'do it.'),
    same: 'stream',
    difference: 'one-line',
  },
  {
    input: 'the args in the line of the action',
    text: `${T}Action: b Args: {"x":1}`,
    ours: action('b', { x: 1 }),
    same: 'stream',
    difference: 'one-line',
  },
  {
    input: 'args before the action',
    text: `${T}Args: {"x":1}\n${A}`,
    ours: action('b', {}, 'a\nArgs: {"x":1}'),
    same: 'neither',
    difference: 'args-first',
  },
  { input: 'CRLF', text: 'Thought: a\r\nAction: b\r\nArgs: {"x":1}\r\n', ours: action('b', { x: 1 }), same: 'both' },
  { input: 'reasoning first', text: `<think>hm</think>\n${T}Final Answer: yes`, ours: answer('yes'), same: 'both' },
  {
    input: 'a name with spaces and letters beyond ASCII',
    text: `${T}Action: Knowledge query\nArgs: {"question":"ä 漢字"}`,
    ours: action('Knowledge query', { question: 'ä 漢字' }),
    same: 'both',
  },
];

describe('row 37: what either parser of the stock agent reads, and what ours', () => {
  test.each(rows)('$input', ({ text, ours }) => {
    expect(readReply(text, 'unusable')).toEqual(ours);
    for (const size of [1, 2, 3, 9]) {
      const reader = new ReplyReader('unusable');
      const pieces = (text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []).flatMap((piece) => reader.push(piece));
      const { step, pieces: rest } = reader.end();
      expect(step).toEqual(ours);
      const visible = (part: string) => [...pieces, ...rest].filter((piece) => piece.part === part).map(({ text }) => text);
      expect(visible('thought').join('')).toBe(step.thought);
      expect(visible('answer').join('')).toBe(step.kind === 'answer' ? step.answer : '');
    }
  });

  test('each difference is in the list, and each of the list is met', () => {
    for (const { input, same, difference } of rows) expect([input, difference !== undefined]).toEqual([input, same !== 'both']);
    const met = new Set(rows.map(({ difference }) => difference).filter((difference) => difference !== undefined));
    const ofParsers = Object.entries(differences).filter(([, { rows: cited }]) => cited.includes(37));
    expect([...met].sort()).toEqual(ofParsers.map(([name]) => name).sort());
  });
});

describe('rows 37 to 40: what the tests of the stock agent assert', () => {
  test.each([
    ['row 38: quotes of the name', `${T}Action: ""b""\nArgs: {}`, action('b')],
    ['row 39: a fence', `${fence}\n${T}${A}Args: {"x": 1}\n${fence}`, action('b', { x: 1 })],
    ['row 40: an answer in JSON stays a text', `${T}Final Answer: {"a":1}`, answer('{"a":1}')],
    ['escapes in args', `${T}${A}Args: {"q":"say \\"hi\\"\\n\\t\\\\ $%"}`, action('b', { q: 'say "hi"\n\t\\ $%' })],
    [
      'nested args keep their types',
      `${T}${A}Args: {"a":{"b":[1,true,null,{"c":2.5}]}}`,
      action('b', { a: { b: [1, true, null, { c: 2.5 }] } }),
    ],
    ['empty lines and spaces', `\n\n  Thought:   a  \n\n  Action:   b  \n\n  Args:   {}  \n\n`, action('b')],
    ['a thought in numbered lines', `Thought: 1. one\n2. two\n${A}Args: {}`, action('b', {}, '1. one\n2. two')],
    ['an answer over several lines with an empty one', `${T}Final Answer: one\n\ntwo`, answer('one\n\ntwo')],
    ['an action without args', `${T}Action: b`, action('b')],
    ['a piece that begins with Args', `${T}Action: knowledge_query\nArgs: {"q": "x"}`, action('knowledge_query', { q: 'x' })],
  ])('%s', (_name, text, step) => {
    expect(readReply(text, 'unusable')).toEqual(step);
  });

  test.each([
    [
      'Thought: I need to do something',
      'Error: LLM parse error: Response has thought but no action or final answer: Thought: I need to do something',
    ],
    ['gibberish', 'Error: LLM parse error: Could not parse response: gibberish'],
    ['', 'Error: LLM parse error: Could not parse response: the text is empty'],
  ])('of the text "%s" the model is told', (text, observation) => {
    const step = readReply(text, 'unusable');
    if (step.kind !== 'unusable') return expect.unreachable();
    expect(flowRules({ TRUSTGRAPH_UNKNOWN_TOOL: 'error' }).unusableText(step)).toBe(observation);
  });
});
