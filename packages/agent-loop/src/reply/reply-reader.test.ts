import { readFile } from 'node:fs/promises';
import { createPrompts } from '@agent-mem/llm';
import { describe, expect, test } from 'vitest';
import { promptHeadings } from './invented-turn.ts';
import type { ModelPiece, ModelStep } from './model-step.ts';
import { exampleAnswer, ReplyReader, readReply } from './reply-reader.ts';

const action = (thought: string, name: string, args: Record<string, unknown> = {}): ModelStep => ({
  kind: 'action',
  thought,
  action: name,
  args,
  problem: null,
});
const answer = (thought: string, text: string): ModelStep => ({ kind: 'answer', thought, answer: text });
const problem = (thought: string, name: string, says: string) => ({
  kind: 'action',
  thought,
  action: name,
  args: {},
  problem: expect.stringContaining(says),
});
const unusable = (thought: string, reason: string, text = thought) => ({
  kind: 'unusable',
  thought,
  text,
  reason: expect.stringContaining(reason),
});

const T = 'Thought: a\n';
const A = 'Action: b\n';
const fence = '```';

/** What a model may write, and the step it is. */
const cases: readonly (readonly [name: string, text: string, step: unknown])[] = [
  ['thought, action, args', `${T}${A}Args: {"x": 1}`, action('a', 'b', { x: 1 })],
  ['args in a string', `${T}${A}Args: "{\\"x\\": 1}"`, action('a', 'b', { x: 1 })],
  ['args in a string that is no JSON', `${T}${A}Args: "x"`, problem('a', 'b', 'got a string')],
  ['no args', `${T}Action: b`, action('a', 'b')],
  ['no args, but an invented observation', `${T}${A}Observation: c`, action('a', 'b')],
  ['no thought before an action', `${A}Args: {"x":1}`, action('', 'b', { x: 1 })],
  ['no thought before an answer', 'Final Answer: yes', answer('', 'yes')],
  ['a call in JSON', '{"name": "b", "arguments": {"x": 1}}', action('', 'b', { x: 1 })],
  ['a call in a fence', `${fence}json\n{"action": "b", "action_input": {"x": 1}}\n${fence}`, action('', 'b', { x: 1 })],
  ['a call in tags', '<tool_call>\n{"name": "b", "arguments": {}}\n</tool_call>', action('', 'b')],
  ['a call with a thought', '{"thought": "a", "tool": "b", "args": {"x": 1}}', action('a', 'b', { x: 1 })],
  ['a call as OpenAI writes it', '{"function": {"name": "b", "arguments": "{\\"x\\": 1}"}}', action('', 'b', { x: 1 })],
  ['JSON that is no call', '{"name": "Bob", "age": 7}', answer('', '{"name": "Bob", "age": 7}')],
  ['a call among words', 'It is {"name": "b", "arguments": {}} here', answer('', 'It is {"name": "b", "arguments": {}} here')],
  ['only a thought', 'Thought: a', unusable('a', 'neither an action')],
  ['nothing', '', unusable('', 'empty')],
  ['white space', ' \n\t ', unusable('', 'empty')],
  ['prose that is the prompt', '<memory kind="goal">\nYes.', unusable('', 'repeats the prompt')],
  ['XML of another program', 'Write <memory unit="KiB">', { kind: 'answer', thought: '', answer: 'Write <memory unit="KiB">' }],
  ['prose', 'Paris is the capital.\nOf France.', answer('', 'Paris is the capital.\nOf France.')],
  ['all in a fence', `${fence}\n${T}${A}Args: {"x": 1}\n${fence}`, action('a', 'b', { x: 1 })],
  ['an answer in a fence', `${fence}\n${T}Final Answer: yes\n${fence}`, answer('a', 'yes')],
  ['prose before a fence', `Sure:\n${fence}text\n${T}Final Answer: yes\n${fence}\n`, answer('a', 'yes')],
  [
    'code in an answer keeps its fence',
    `Final Answer: look\n${fence}js\nx\n${fence}`,
    answer('', `look\n${fence}js\nx\n${fence}`),
  ],
  ['double quotes around the name', `${T}Action: "b"\nArgs: {}`, action('a', 'b')],
  ['many quotes around the name', `${T}Action: """b"""\nArgs: {}`, action('a', 'b')],
  ['single quotes around the name', `${T}Action: 'b'\nArgs: {}`, action('a', 'b')],
  ['backticks around the name', `${T}Action: \`b\`\nArgs: {}`, action('a', 'b')],
  ['an empty name', `${T}Action: ""`, unusable('a', 'names no action')],
  ['args that are not JSON', `${T}${A}Args: {bad}`, problem('a', 'b', 'JSON object')],
  ['args never closed', `${T}${A}Args: {"x": 1`, problem('a', 'b', 'JSON object')],
  ['args that are a list', `${T}${A}Args: ["x"]`, problem('a', 'b', 'got a list')],
  ['args that are a text', `${T}${A}Args: "x"`, problem('a', 'b', 'got a string')],
  ['args that are a word', `${T}${A}Args: anne\n`, problem('a', 'b', 'JSON object')],
  ['null args', `${T}${A}Args: null`, action('a', 'b')],
  ['empty args', `${T}${A}Args:\n`, action('a', 'b')],
  ['args none, then an invented observation', `${T}${A}Args: none\nObservation: c`, action('a', 'b')],
  ['args on the next lines', `${T}${A}Args:\n{\n  "x": 1,\n  "y": [2]\n}\n`, action('a', 'b', { x: 1, y: [2] })],
  ['args in a fence', `${T}${A}Args:\n${fence}json\n{"x": 1}\n${fence}`, action('a', 'b', { x: 1 })],
  ['args in backticks', `${T}${A}Args: \`{"x": 1}\``, action('a', 'b', { x: 1 })],
  ['a closing brace in a text', `${T}${A}Args: {"x":"a } b"}`, action('a', 'b', { x: 'a } b' })],
  ['an opening brace in a text', `${T}${A}Args: {"x":"a { b"}`, action('a', 'b', { x: 'a { b' })],
  ['an escaped quote in a text', `${T}${A}Args: {"x":"a \\" } b"}`, action('a', 'b', { x: 'a " } b' })],
  ['a line break in a text', `${T}${A}Args: {"x":"a\nb"}`, action('a', 'b', { x: 'a\nb' })],
  ['args in single quotes', `${T}${A}Args: {'x': 'it's a } b', 'y': None,}`, action('a', 'b', { x: "it's a } b", y: null })],
  ['a quote in a text', `${T}${A}Args: {"x": "say "hi" now"}`, action('a', 'b', { x: 'say "hi" now' })],
  ['objects inside objects', `${T}${A}Args: {"x":{"y":{}}}`, action('a', 'b', { x: { y: {} } })],
  ['Action Input', `${T}${A}Action Input: {"x":1}`, action('a', 'b', { x: 1 })],
  [
    'what is invented behind an action is not read',
    `${T}${A}Args: {"x":1}\nObservation: c\n${T}Final Answer: d`,
    action('a', 'b', { x: 1 }),
  ],
  ['two actions: the first', `${T}${A}Args: {"x":1}\nAction: c\nArgs: {"y":2}`, action('a', 'b', { x: 1 })],
  ['an action without args, then an answer: the action', `${T}${A}Final Answer: d`, action('a', 'b')],
  ['a thought over several lines', `Thought: a\n\nb\nc\n${A}`, action('a\n\nb\nc', 'b')],
  ['an answer in Markdown', 'Final Answer:\n# A\n\n- b\n- c\n', answer('', '# A\n\n- b\n- c')],
  ['an answer in JSON', 'Final Answer: {"a": 1}\n{"b": 2}', answer('', '{"a": 1}\n{"b": 2}')],
  ['an invented step behind an answer', `Final Answer: x\n${T}${A}`, answer('', 'x')],
  ['an action named in an answer', 'Final Answer: x\nAction: call Bob', answer('', 'x\nAction: call Bob')],
  ['an empty answer', `${T}Final Answer:`, unusable('a', 'final answer is empty')],
  ['the example of an answer', `${T}Final Answer: ${exampleAnswer}`, unusable('a', 'example of the form', '')],
  ['the example, and an invented step', `Final Answer: ${exampleAnswer}\nThought: b`, unusable('', 'example of the form')],
  ['words that begin like the example', 'Final Answer: the answers', answer('', 'the answers')],
  ['words that only begin it', 'Final Answer: the', answer('', 'the')],
  ['lower case', 'thought: a\naction: b\nargs: {"x":1}', action('a', 'b', { x: 1 })],
  ['bold markers', '**Thought:** a\n**Action:** b\n**Args:** {"x":1}', action('a', 'b', { x: 1 })],
  ['bold words', '**Thought**: a\n**Final Answer**: **x** y', answer('a', '**x** y')],
  ['a bold answer', '**Final Answer:** **x** y', answer('', '**x** y')],
  ['a bold answer behind a plain marker', 'Final Answer: **x** y', answer('', '**x** y')],
  ['headings', '### Thought: a\n### Final Answer: x', answer('a', 'x')],
  ['indented markers', '  Thought: a\n   Action: b\n  Args: {"x":1}', action('a', 'b', { x: 1 })],
  ['all in one line', 'Thought: do it. Action: b Args: {"x":1}', action('do it.', 'b', { x: 1 })],
  ['an answer in the line of the thought', 'Thought: I know. Final Answer: x', answer('I know.', 'x')],
  [
    'words that only begin like markers',
    'Thought: An Act is Final.\nActing on it\nFinal Answer: Thou',
    answer('An Act is Final.\nActing on it', 'Thou'),
  ],
  ['the name on the next line', 'Thought: a\nAction:\nb\nArgs: {"x":1}', action('a', 'b', { x: 1 })],
  ['args before the action', `Args: {"x":1}\n${A}`, action('', 'b')],
  ['CRLF', 'Thought: a\r\nAction: b\r\nArgs: {"x":1}\r\n', action('a', 'b', { x: 1 })],
  ['reasoning first', '<think>Action: no\n</think>\nThought: a\nFinal Answer: x', answer('a', 'x')],
  ['reasoning that never closes', '<think>Thought: a\nFinal Answer: x', answer('a', 'x')],
  ['reasoning, then prose', '<think>hm</think>\nParis', answer('', 'Paris')],
  [
    'reasoning that never closes and has no step',
    '<think>\nI look',
    { ...unusable('I look', 'reasoning does not end'), text: 'I look' },
  ],
  ['reasoning whose beginning stood in the prompt', 'I look.\n</think>\n\nParis', answer('', 'Paris')],
  ['an invented observation behind prose', 'Paris.\nObservation: c', answer('', 'Paris.')],
  ['prose that is an observation', 'Observation: it is blue', answer('', 'Observation: it is blue')],
  ['an invented question behind an answer', 'Final Answer: x\n\n# Question\nAnd y?\n', answer('', 'x')],
  ['an invented question behind prose', 'It rains.\n\n# Question\nAnd y?\n\ny', answer('', 'It rains.')],
  ['an invented turn behind prose', 'It rains.\n\n# Question\nAnd y?\nThought: b\nFinal Answer: y', answer('', 'It rains.')],
  ['a whole prompt behind an answer', 'Final Answer: x\n# Current Task and Working Memory\n# Question\ny', answer('', 'x')],
  ['memory behind an answer', 'Final Answer: x\n<memory kind="observation">b</memory>', answer('', 'x')],
  ['a heading that only begins like one of the prompt', 'Final Answer: x\n# Questions\ny', answer('', 'x\n# Questions\ny')],
  ['a heading of the prompt at another level', 'Final Answer: x\n## Question\ny', answer('', 'x\n## Question\ny')],
  ['a heading of the prompt first', 'Final Answer: # Question\ny', answer('', '# Question\ny')],
  ['a heading of the prompt behind a colon', 'Final Answer: Form:\n\n# Question\ny', answer('', 'Form:\n\n# Question\ny')],
  ['headings of its own before', 'Final Answer: # A\nx\n# Question\ny', answer('', '# A\nx\n# Question\ny')],
  ['headings of its own behind', 'Final Answer: x\n# Question\ny\n# Answer\nz', answer('', 'x\n# Question\ny\n# Answer\nz')],
  ['headings of its own in prose', 'x\n# Question\ny\n## Answer\nz', answer('', 'x\n# Question\ny\n## Answer\nz')],
  [
    'a heading of the prompt in code',
    `Final Answer: x\n${fence}\n# Question\n${fence}\ny`,
    answer('', `x\n${fence}\n# Question\n${fence}\ny`),
  ],
  [
    'a comment in code is no heading',
    `Final Answer: x\n${fence}sh\n# list\nls\n${fence}\n# Question\ny`,
    answer('', `x\n${fence}sh\n# list\nls\n${fence}`),
  ],
  [
    'names with spaces',
    `${T}Action: Knowledge query\nArgs: {"question":"ä 漢字 😀"}`,
    action('a', 'Knowledge query', { question: 'ä 漢字 😀' }),
  ],
  ['dashes and lists in a thought', 'Thought: - one\n- two\n* three\nFinal Answer: x', answer('- one\n- two\n* three', 'x')],
];

/** Feeds the pieces and answers the step with what was shown of it. */
function readInPieces(pieces: readonly string[]): { step: ModelStep; thought: ModelPiece[]; answer: ModelPiece[] } {
  const reader = new ReplyReader();
  const visible = pieces.flatMap((piece) => reader.push(piece));
  const { pieces: rest, step } = reader.end();
  const all = [...visible, ...rest];
  return { step, thought: all.filter(({ part }) => part === 'thought'), answer: all.filter(({ part }) => part === 'answer') };
}

const joined = (pieces: readonly ModelPiece[]) => pieces.map(({ text }) => text).join('');

describe('the step in a text', () => {
  test.each(cases)('%s', (_name, text, step) => {
    expect(readReply(text)).toEqual(step);
  });
});

describe('the same text in pieces', () => {
  const everyCut = (text: string) => [
    [...text].map((sign) => sign),
    ...Array.from({ length: text.length + 1 }, (_, offset) => [text.slice(0, offset), text.slice(offset)]),
    ...[2, 3, 5, 9].map((size) => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []),
  ];

  test.each(cases)('%s', (_name, text, step) => {
    for (const pieces of everyCut(text)) {
      const read = readInPieces(pieces);
      expect(read.step, JSON.stringify(pieces)).toEqual(step);
      expect(joined(read.thought), JSON.stringify(pieces)).toBe(read.step.thought);
      if (read.step.kind === 'answer') expect(joined(read.answer), JSON.stringify(pieces)).toBe(read.step.answer);
      for (const part of [read.thought, read.answer])
        expect(part.map(({ complete }) => complete)).toEqual(part.map((_, index) => index === part.length - 1));
    }
  });

  test('three pieces, cut anywhere', () => {
    const text = '**Thought:** Look at it.\n\nAction Plan\n**Action:** b\n**Args:** {"x":"}"}';
    for (let one = 0; one < text.length; one += 1)
      for (let two = one; two < text.length; two += 1)
        expect(readInPieces([text.slice(0, one), text.slice(one, two), text.slice(two)]).step).toEqual(
          action('Look at it.\n\nAction Plan', 'b', { x: '}' }),
        );
  });
});

test('the example of an answer is that of the prompt', () => {
  const shown = {
    ...{ additional_context: '', facts: [], episodes: [], conversation: [], conversation_summary: '', sessions: [] },
    ...{ other_sessions: [], working_memory: [], tools: [], state: '', question: 'q', asked_at: '' },
    ...{ learns: false, opens_references: false },
  };
  const [system] = createPrompts().render('react', shown);
  expect(system?.content).toContain(`\nFinal Answer: ${exampleAnswer}\n`);
});

test('the headings that an invented turn is known by are those of the prompt', async () => {
  const text = async (name: string) =>
    await readFile(new URL(`../../../llm/templates/${name}.mustache`, import.meta.url), 'utf8');
  const headings = `${await text('memory')}${await text('react')}`.matchAll(/^# (.+)$/gm).map(([, heading]) => heading);
  expect([...headings]).toEqual([...promptHeadings]);
});

test('a model that copies its question has its answer read; behind an answer it invents one', () => {
  const text = 'Sure.\n\n# Question\nWho is Anne?\n\nThought: a\nFinal Answer: x';
  expect(readReply(text, 'answer', 'Who is Anne?')).toEqual(answer('a', 'x'));
  expect(readReply(text, 'answer', 'And Bob?')).toEqual(answer('', 'Sure.'));
});

test('a thought is shown as it comes', () => {
  const reader = new ReplyReader();
  expect(reader.push('Thought: I look')).toEqual([{ part: 'thought', text: 'I look', complete: false }]);
  expect(reader.push(' up A')).toEqual([{ part: 'thought', text: ' up', complete: false }]);
  expect(reader.push('nne')).toEqual([{ part: 'thought', text: ' Anne', complete: false }]);
});

test('once the step is complete nothing more is read', () => {
  const reader = new ReplyReader();
  reader.push('Action: b\nArgs: {"x":1}');
  expect(reader.done).toBe(true);
  expect(reader.push('\nFinal Answer: x')).toEqual([]);
});

describe('any text', () => {
  const words = [
    'Thought:',
    'Action:',
    'Args:',
    'Final Answer:',
    'Observation:',
    '**',
    '```',
    '\n',
    '\n',
    ' ',
    '{',
    '}',
    '"',
    'x',
    '<think>',
    '</think>',
    'Act',
    '\\',
    '\r\n',
    '- ',
    '漢',
    'Action Input:',
    '# Question',
    '# A',
    ':',
    '<memory kind="',
  ];

  test('is one step, the same in whatever pieces it comes', () => {
    const random = seeded(7);
    const pick = (count: number) => Math.floor(random() * count);
    for (let round = 0; round < 3_000; round += 1) {
      const text = Array.from({ length: pick(24) }, () => words[pick(words.length)]).join('');
      const pieces = text.match(new RegExp(`.{1,${1 + pick(6)}}`, 'gs')) ?? [];
      const read = readInPieces(pieces);
      expect(read.step, JSON.stringify(text)).toEqual(readReply(text));
      expect(joined(read.thought), JSON.stringify(text)).toBe(read.step.thought);
      if (read.step.kind === 'answer') expect(joined(read.answer), JSON.stringify(text)).toBe(read.step.answer);
    }
  });

  test('long ones are read in time that grows with their length', () => {
    const long = [
      '\n'.repeat(60_000),
      ' '.repeat(60_000),
      '`'.repeat(60_000),
      '*'.repeat(60_000),
      '{'.repeat(60_000),
      'Action '.repeat(9_000),
    ];
    for (const filler of long)
      for (const opening of ['', '```\nFinal Answer: x', 'Thought: ', 'Action: ', 'Action: b\nArgs: {"x":"'])
        expect(readReply(`${opening}${filler}.`).kind).toBeTypeOf('string');
  });
});

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
