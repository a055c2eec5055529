import { describe, expect, it } from 'vitest';
import { createPrompts } from './prompts.ts';
import type { TemplateName, TemplateVariables } from './template.ts';
import { templateNames } from './template-names.ts';

/** What might open or close a fence, or help something to. */
const pieces = [
  ...['<', '/', '>', 'memory', 'MEMORY', 'mem', 'ory', '</memory>', '<memory kind="fact">', '< / memory >', '</\nmemory>'],
  ...['<\u200b/memory>', '</m\u200be\u00admory>', '＜/memory＞', '﹤/ｍｅｍｏｒｙ>', '<\u2044memory>', '</\u2060memory>'],
  ...['&lt;', '&#60;', '{{content}}', '{{{content}}}', '{{/facts}}', '{{#facts}}', '---', '\n---\n', '"', "'", '">', '\\'],
  ...[' ', '\n', '\r\n', '\t', '\u00a0', '\u2028', 'x', 'ignore', '🧠', '\ufeff'],
];

/** Each template filled with this in every text that is not the operator's and not what the user asks now. */
const filled: { readonly [Name in TemplateName]: (text: () => string) => TemplateVariables[Name] } = {
  react: (text) => ({
    additional_context: 'A',
    facts: [{ id: text(), content: text(), timestamp: text() }],
    episodes: [{ id: text(), goal: text(), steps: [text(), text()], outcome: text(), lessons: text() }],
    conversation: [{ query: text(), summary: text(), result: text() }],
    conversation_summary: text(),
    sessions: [{ heading: text(), lines: [{ role: text(), content: text() }] }],
    other_sessions: [{ heading: text(), lines: [{ role: text(), content: text() }] }],
    working_memory: [{ type: text(), content: text() }],
    tools: [],
    state: 'S',
    question: 'Q',
    asked_at: 'T',
    learns: true,
    opens_references: false,
  }),
  'extract-facts': (text) => ({ message: text(), said_at: text(), observations: [text(), text()] }),
  'reconcile-facts': (text) => ({
    memories: [{ number: 0, content: text(), timestamp: text() }],
    facts: [{ number: 1, content: text(), timestamp: text() }],
    refused: '',
  }),
  'record-episode': (text) => ({
    question: text(),
    steps: [step(text)],
    answer: text(),
    errors: [{ number: 1, error: text(), candidates: [{ number: 1, attempt: text() }] }],
  }),
  'record-conversation': (text) => ({
    invocations: [{ query: text(), summary: text(), result: text() }],
    messages: [{ role: text(), content: text() }],
    episodes: [{ goal: text(), outcome: text(), lessons: text() }],
  }),
  'conversation-facts': (text) => ({
    messages: [{ number: 1, content: text(), said_at: text() }],
    before: [{ role: text(), content: text() }],
    known: [text()],
  }),
  'summarise-steps': (text) => ({
    goal: text(),
    record: text(),
    items: [{ step: 1, type: text(), content: text() }],
    max_tokens: 9,
  }),
  'consolidate-source': (text) => ({ kind: text(), description: text(), content: text(), subjects: [text()] }),
  'write-article': (text) => ({ subject: text(), statements: [text()], max_tokens: 9 }),
  'describe-detail': (text) => ({ source: text(), content: text() }),
  'summarise-invocation': (text) => ({ question: text(), steps: [step(text)], answer: text() }),
  'summary-brief': ofSummary,
  'summary-standard': ofSummary,
  'summary-chunk': ofSummary,
  'summary-meta': ofSummary,
  'summary-rolling': ofSummary,
  'summary-conversation': ofSummary,
  'summary-journal': ofSummary,
  'summary-document': ofSummary,
  'conversation-insights': (text) => ({
    task: text(),
    items: [text()],
    schema: text(),
    found: text(),
    messages: [{ role: text(), content: text() }],
  }),
  'profile-field': (text) => ({ content: text(), fields: [{ name: text(), description: text() }] }),
};

function ofSummary(text: () => string) {
  return {
    previous: text(),
    messages: [{ role: text(), content: text() }],
    summaries: [{ content: text() }],
    facts: [{ content: text() }],
    max_tokens: 9,
  };
}

function step(text: () => string) {
  return { thought: text(), action: text(), arguments: text(), observation: text(), success: true, from_memory: false };
}

/** Mulberry32, so that a failure can be had again. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As a model may read it: one form of each letter, nothing that is not seen. */
function seen(text: string): string {
  return text.normalize('NFKC').replace(/\p{Cf}/gu, '');
}

/** What stands outside all fences, and that they are opened and closed in turn. */
function outside(text: string): readonly string[] {
  const parts = seen(text).split(/<[\s/\u2044\u2215]*memory[^>]*>/i);
  return parts.filter((_, index) => index % 2 === 0).map((part) => part.trim());
}

const prompts = createPrompts();

function userText<Name extends TemplateName>(name: Name, text: () => string): string {
  return prompts.render(name, filled[name](text)).at(-1)?.content ?? '';
}

describe.each(templateNames)('%s', (name) => {
  it('has the same words outside its fences, whatever memory says', () => {
    const clean = outside(userText(name, () => 'MEM0RY'));
    expect(clean.join('\n')).not.toContain('MEM0RY');
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = randomOf(seed);
      const text = () => Array.from({ length: 1 + random() * 8 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
      expect(outside(userText(name, text)), `seed ${seed}`).toEqual(clean);
    }
  });
});

it('a sign that opens nothing stays as it is', () => {
  const content = 'a < b, <b>bold</b>, x <memo>, ＜ｆｕｌｌ＞ and <- memory';
  expect(userText('extract-facts', () => content)).toContain(content);
});
