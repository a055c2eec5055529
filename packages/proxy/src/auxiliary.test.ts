import { expect, it } from 'vitest';
import { readRequest } from './read-request.ts';
import { messages } from './wires/messages.ts';
import { responses } from './wires/responses.ts';
import type { Wire } from './wires/wire.ts';

const claude = { 'x-claude-code-session-id': 's1' };
const codex = (metadata: object) => ({
  originator: 'codex_exec',
  'session-id': 's2',
  'x-codex-turn-metadata': JSON.stringify(metadata),
});
const isForMemory = (wire: Wire, headers: Record<string, string>, body: object) =>
  readRequest(wire, headers, Buffer.from(JSON.stringify(body))).spoken !== null;
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
])('%s goes on as it came', (_, wire, headers, body) => {
  expect(isForMemory(wire, headers, body)).toBe(false);
});

it.each([
  ['a turn in Claude Code', messages, claude, said('I like tea.')],
  ['a short text that names a summary', messages, claude, said('What does <summary> mean?')],
  ['the same text from another program', messages, {}, said(summary)],
  ['a turn in Codex', responses, codex({ request_kind: 'turn', thread_source: 'user' }), { input: 'I like tea.' }],
  ['metadata that are no JSON', responses, { 'x-codex-turn-metadata': '{' }, { input: 'I like tea.' }],
])('%s is for memory', (_, wire, headers, body) => {
  expect(isForMemory(wire, headers, body)).toBe(true);
});
