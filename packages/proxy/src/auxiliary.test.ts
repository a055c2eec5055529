import { expect, it } from 'vitest';
import { readRequest } from './read-request.ts';
import { generateContent } from './wires/generate-content.ts';
import { messages } from './wires/messages.ts';
import { responses } from './wires/responses.ts';
import type { Wire } from './wires/wire.ts';

const claude = { 'x-claude-code-session-id': 's1' };
const codex = (metadata: object) => ({
  originator: 'codex_exec',
  'session-id': 's2',
  'x-codex-turn-metadata': JSON.stringify(metadata),
});
const gemini = { 'user-agent': 'GeminiCLI-tui/0.61.0/gemini-2.5-flash (linux; x64; terminal)' };
const streamed = '/v1beta/models/gemini-2.5-flash:streamGenerateContent';
const plain = '/v1beta/models/gemini-2.5-flash:generateContent';
const isForMemory = (wire: Wire, headers: Record<string, string>, body: object, path = '') =>
  readRequest(wire, path, headers, Buffer.from(JSON.stringify(body))).spoken !== null;
const asked = (text: string, ...tools: readonly string[]) => ({
  contents: [{ parts: [{ text: '<session_context>x</session_context>' }, { text }], role: 'user' }],
  tools: [{ functionDeclarations: tools.map((name) => ({ name })) }],
});
const schema = { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: { type: 'OBJECT' } } };
const said = (content: string, more: object = {}) => ({ messages: [{ role: 'user', content }], ...more });
const summary = `Write <summary> of all that was said. ${'x'.repeat(1_000)}`;
const session = '<session>I like tea.</session>';

it.each([
  ["Claude Code's title of a session", messages, claude, said(session, { output_config: { format: { type: 'json_schema' } } })],
  ["Claude Code's compaction", messages, claude, said(summary)],
  ["a sub-agent's own turn in Claude Code", messages, { ...claude, 'x-claude-code-agent-id': 'a1' }, said('Find it.')],
  ["Codex's title of a thread", responses, codex({ thread_source: 'thread_title' }), { input: 'I like tea.' }],
  ["Codex's compaction", responses, codex({ request_kind: 'compaction', thread_source: 'user' }), { input: 'I like tea.' }],
  ["Codex's prewarming", responses, codex({ request_kind: 'prewarm' }), { input: 'I like tea.' }],
  ["Gemini CLI's choice of a model", generateContent, gemini, { ...asked('I like tea.'), ...schema }, plain],
  ["Gemini CLI's compaction", generateContent, gemini, asked('Generate a new <state_snapshot>.'), plain],
  ["a sub-agent's own turn in Gemini CLI", generateContent, gemini, asked('Find it.', 'glob', 'complete_task'), streamed],
])('%s goes on as it came', (_, wire, headers, body, path?: string) => {
  expect(isForMemory(wire, headers, body, path)).toBe(false);
});

it.each([
  ['a turn in Claude Code', messages, claude, said('I like tea.')],
  ['a short text that names a summary', messages, claude, said('What does <summary> mean?')],
  ['the same text from another program', messages, {}, said(summary)],
  ['a turn in Codex', responses, codex({ request_kind: 'turn', thread_source: 'user' }), { input: 'I like tea.' }],
  ['metadata that are no JSON', responses, { 'x-codex-turn-metadata': '{' }, { input: 'I like tea.' }],
  ['a turn in Gemini CLI', generateContent, gemini, asked('I like tea.', 'glob'), streamed],
  ["another program's that does not stream", generateContent, {}, { ...asked('I like tea.'), ...schema }, plain],
])('%s is for memory', (_, wire, headers, body, path?: string) => {
  expect(isForMemory(wire, headers, body, path)).toBe(true);
});
