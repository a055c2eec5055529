import { expect, it } from 'vitest';
import { conversationKey } from './conversation-key.ts';
import { readJson } from './json/json-text.ts';
import type { Said } from './wires/wire.ts';

const at = { offset: 0, before: '', after: '' };
const user = (text: string): Said => ({ role: 'user', text, at });
function key(headers: Record<string, string>, body: object = {}, said: readonly Said[] = [user('hi')]) {
  const json = readJson(Buffer.from(JSON.stringify(body)));
  if (!json) throw new Error('it is an object');
  const { id, byFirstWords } = conversationKey(headers, json.root, said);
  return id ?? byFirstWords;
}

it.each([
  [
    'our header, before all',
    { 'x-agent-mem-conversation': 'c1', 'x-claude-code-session-id': 's1' },
    { conversation: 'v1' },
    'c1',
  ],
  ['the session of Claude Code', { 'x-claude-code-session-id': 's1' }, {}, 's1'],
  ['the session of Codex', { originator: 'codex_exec', 'session-id': 's2' }, {}, 's2'],
  ['a conversation of the body', {}, { conversation: 'v1' }, 'v1'],
  ['one as an object', {}, { conversation: { id: 'v2' } }, 'v2'],
  ['the metadata', {}, { metadata: { conversation_id: 'm1' } }, 'm1'],
])('a conversation is named by %s', (_, headers, body, name) => {
  expect(key(headers, body)).toBe(name);
});

it('a session-id of another program names none', () => {
  expect(key({ 'session-id': 's2' })).toMatch(/^words-/);
});

it('without a name it is known by the first words, whatever their spaces, and not by later ones', () => {
  expect(key({}, {}, [user('hi  there'), user('and')])).toBe(key({}, {}, [user(' hi\nthere')]));
  expect(key({}, {}, [user('hi there')])).not.toBe(key({}, {}, [user('hello')]));
  expect(key({}, {}, [])).toBeNull();
});

it('what no header can carry names none', () => {
  for (const name of ['\ud800', 'a\u0000'])
    expect(key({}, { conversation: name, metadata: { conversation_id: name } })).toMatch(/^words-/);
});

it('a name of ours that is too long is refused', () => {
  expect(() => key({ 'x-agent-mem-conversation': 'c'.repeat(257) })).toThrow(/^X-Agent-Mem-Conversation: /);
});
