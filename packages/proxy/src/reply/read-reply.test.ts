import { expect, it } from 'vitest';
import { chatCompletions } from '../wires/chat-completions.ts';
import { generateContent } from '../wires/generate-content.ts';
import { messages } from '../wires/messages.ts';
import { responses } from '../wires/responses.ts';
import type { Wire } from '../wires/wire.ts';
import { readReply } from './read-reply.ts';

const events = 'text/event-stream; charset=utf-8';
const piece = (content: string, finish: string | null = null, index = 0) =>
  `data: ${JSON.stringify({ id: 'r1', choices: [{ index, delta: { content }, finish_reason: finish }] })}\n\n`;

/** What is read of a reply that comes in pieces of so many bytes. */
function read(mediaType: string, text: string, size = text.length, wire: Wire = chatCompletions) {
  const reading = readReply(wire, mediaType);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reading.chunk(bytes.subarray(at, at + size));
  reading.end();
  return reading.reply;
}

it.each([1, 3, 1_000])('a stream in pieces of %i bytes is read to its end', (size) => {
  const text = `${piece('tea 🍵')}: comment\n\n${piece(' is', null, 1)}${piece(' good')}${piece('', 'stop')}data: [DONE]\n\n`;
  expect(read(events, text, size)).toEqual({ text: 'tea 🍵 good', isWhole: true, isOver: true, id: 'r1' });
});

it.each([
  ['breaks off', piece('tea')],
  ['says that it failed', `${piece('tea', 'stop')}data: {"error":{"message":"no"}}\n\n`],
  ['is no JSON', `${piece('tea', 'stop')}data: {\n\n`],
])('a stream that %s is not whole', (_, text) => {
  expect(read(events, text)).toMatchObject({ text: 'tea', isWhole: false });
});

it('a reply in one piece is read; one that is cut off is not whole', () => {
  const body = JSON.stringify({ id: 'r1', choices: [{ index: 0, message: { content: 'tea' }, finish_reason: 'stop' }] });
  expect(read('application/json', body, 7)).toMatchObject({ text: 'tea', isWhole: true, id: 'r1' });
  expect(read('application/json', body.slice(0, -3))).toMatchObject({ isWhole: false });
});

it('a call of tools alone says nothing', () => {
  const body = JSON.stringify({ choices: [{ index: 0, message: { content: null, tool_calls: [{}] } }] });
  expect(read('application/json', body)).toMatchObject({ text: '', isWhole: true });
});

/** A piece of a reply of Gemini's, and what comes of several. */
const gemini = (parts: readonly object[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason ? { finishReason } : {}) }],
  responseId: 'g1',
});
const pieces = [gemini([{ text: 'hm', thought: true }]), gemini([{ text: 'tea' }]), gemini([{ text: ' is good' }], 'STOP')];
const asEvents = (list: readonly object[]) => list.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join('');
const ofGemini = (mediaType: string, text: string) => read(mediaType, text, 5, generateContent);

it("Gemini's reply is read without its thoughts, as events, as a list of pieces and in one piece", () => {
  const whole = { text: 'tea is good', isWhole: true, isOver: false, id: 'g1' };
  expect(ofGemini(events, asEvents(pieces))).toEqual(whole);
  expect(ofGemini('application/json', JSON.stringify(pieces, null, 2))).toEqual(whole);
  const one = gemini([{ text: 'tea is good' }, { functionCall: { name: 'w', args: {} } }], 'STOP');
  expect(ofGemini('application/json', JSON.stringify(one))).toEqual(whole);
});

it.each([
  ['breaks off', asEvents(pieces.slice(0, 2)), 'tea'],
  ['says that it failed', asEvents([...pieces, { error: { code: 503, status: 'UNAVAILABLE' } }]), 'tea is good'],
])("Gemini's stream that %s is not whole", (_, text, said) => {
  expect(ofGemini(events, text)).toMatchObject({ text: said, isWhole: false });
});

/** A message of Anthropic's that ends for this reason, as a stream. */
const message = (stop_reason: string) => [
  { type: 'message_start', message: { id: 'm1' } },
  { type: 'content_block_delta', delta: { type: 'text_delta', text: 'tea' } },
  { type: 'message_delta', delta: { stop_reason } },
  { type: 'message_stop' },
];
/** A response of OpenAI's of this status, as a stream. */
const response = (status: string) => [
  { type: 'response.output_text.delta', delta: 'tea' },
  { type: `response.${status}`, response: { id: 'r1', status } },
];
const output = [{ type: 'message', content: [{ type: 'output_text', text: 'tea' }] }];
const content = [{ type: 'text', text: 'tea' }];

it.each<[name: string, wire: Wire, whole: string, cut: string]>([
  ['a chat completion', chatCompletions, piece('tea', 'stop'), `${piece('tea', 'length')}data: [DONE]\n\n`],
  ['a filtered chat completion', chatCompletions, piece('tea', 'tool_calls'), piece('tea', 'content_filter')],
  ['a message', messages, asEvents(message('end_turn')), asEvents(message('max_tokens'))],
  ['a response', responses, asEvents(response('completed')), asEvents(response('incomplete'))],
  [
    "Gemini's reply",
    generateContent,
    asEvents([gemini([{ text: 'tea' }], 'STOP')]),
    asEvents([gemini([{ text: 'tea' }], 'MAX_TOKENS')]),
  ],
])('a limit or a filter cuts %s: its stream is not whole', (_, wire, whole, cut) => {
  expect(read(events, whole, 9, wire)).toMatchObject({ text: 'tea', isWhole: true });
  expect(read(events, cut, 9, wire)).toMatchObject({ text: 'tea', isWhole: false });
});

it.each<[name: string, wire: Wire, whole: object, cut: object]>([
  ['a message', messages, { content, stop_reason: 'end_turn' }, { content, stop_reason: 'max_tokens' }],
  ['a response', responses, { output, status: 'completed' }, { output, status: 'incomplete' }],
])('a limit or a filter cuts %s: in one piece it is not whole either', (_, wire, whole, cut) => {
  expect(read('application/json', JSON.stringify(whole), 9, wire)).toMatchObject({ text: 'tea', isWhole: true });
  expect(read('application/json', JSON.stringify(cut), 9, wire)).toMatchObject({ text: 'tea', isWhole: false });
});
