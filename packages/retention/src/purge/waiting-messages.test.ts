import { isSameScope, type Scope, scopeOf } from '@agent-mem/contract';
import { conversationHash } from '@agent-mem/policy';
import { expect, it } from 'vitest';
import { isAbout } from './waiting-messages.ts';

const anne = scopeOf({ workspace: 'default', user: 'anne', collection: 'default' });
const ofAnne = (scope: Scope) => isSameScope(scope, anne);
const about = (payload: unknown, conversation: string | null = null) =>
  isAbout(
    { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) },
    ofAnne,
    conversation && conversationHash(conversation),
  );

it('knows whose a request and an event are, also where names are left out', () => {
  expect(about({ store: { user: 'anne', content: 'x' } })).toBe(true);
  expect(about({ store: { user: 'bert', content: 'x' } })).toBe(false);
  expect(about({ store: { user: 'anne', collection: 'other' } })).toBe(false);
  expect(about({ id: '1', type: 'fact-stored', user: 'anne', collection: null, data: {} })).toBe(true);
  expect(about({ retrieve: { facts: [] }, error: null })).toBe(false);
  expect(about({ store: { content: 'x' } })).toBe(false);
});

it('takes a request for one also with a member that only events have', () => {
  expect(about({ type: 'x', store: { user: 'anne' } })).toBe(true);
  expect(about({ data: null, store: { user: 'anne' } })).toBe(true);
});

it('knows the conversation, also where a fact names it as its source', () => {
  expect(about({ append_message: { user: 'anne', conversation_id: 'c' } }, 'c')).toBe(true);
  expect(about({ store: { user: 'anne', source: 'c' } }, 'c')).toBe(true);
  expect(about({ append_message: { user: 'anne', conversation_id: 'd' } }, 'c')).toBe(false);
  expect(about({ type: 'conversation-ended', user: 'anne', conversation_id: 'c', data: {} }, 'c')).toBe(true);
});

it('leaves purges, whose callers wait for a certificate, and what is no message of ours', () => {
  expect(about({ purge: { user: 'anne', everything: true } })).toBe(false);
  for (const payload of ['', '{', 'null', '[]', '1', '"text"']) expect(about(payload)).toBe(false);
});
