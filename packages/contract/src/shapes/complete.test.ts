import { expect, it } from 'vitest';
import { messageKey, textHash } from '../operations/identity.ts';
import { requestHash } from '../operations/request-hash.ts';
import { parseRequest } from '../validation/validate.ts';
import { completeEvent, completeResponse } from './complete.ts';

it('a response names every member, down to the last message', () => {
  const response = completeResponse('facts', 'retrieve', { facts: [{ id: 'fact_1', content: 'c', weight: undefined }] });
  expect(Object.keys(response)).toEqual(['facts', 'receipt', 'receipt_id']);
  expect(response).toHaveProperty(
    'facts[0]',
    expect.objectContaining({
      id: 'fact_1',
      metadata: {},
      weight: null,
      evidence: null,
      confidence: 0,
      scores: {},
    }),
  );
  expect(response).toHaveProperty('receipt', {
    items: [],
    tokens: 0,
    ms: 0,
    left_out: 0,
    degraded: [],
    error: null,
    stages_ms: {},
    best_score: null,
    disabled: false,
    left_out_items: [],
  });
});

it('an event names every member', () => {
  const event = completeEvent({ id: 'e', type: 'conversation-ended', data: { conversation_ended: { reason: 'idle' } } });
  expect(event.data).toEqual({
    message_appended: null,
    invocation_completed: null,
    conversation_ended: {
      reason: 'idle',
      message_count: 0,
      invocation_count: 0,
      told_messages: 0,
      told_invocations: 0,
      flow: null,
    },
    fact_stored: null,
    episode_stored: null,
  });
});

it('requests with the same members have the same hash, whatever their order', () => {
  const first = parseRequest('facts', 'store', { content: 'c', user: 'u' });
  const second = parseRequest('facts', 'store', { user: 'u', content: 'c' });
  expect(requestHash('facts', 'store', first)).toBe(requestHash('facts', 'store', second));
  expect(requestHash('facts', 'store', { ...first, source: 's' })).not.toBe(requestHash('facts', 'store', first));
});

it('texts that read the same have the same hash', () => {
  expect(textHash('Zoe\u0308 ')).toBe(textHash('Zo\u00eb'));
  expect(textHash('Zoe')).not.toBe(textHash('Zo\u00eb'));
});

it('message keys put the scope in front and never confuse two scopes', () => {
  const key = (workspace: string, user: string) =>
    messageKey('conversations', 'end', parseRequest('conversations', 'end', { workspace, user, conversation_id: 'c' }));
  expect(key('a/b', 'c')).not.toBe(key('a', 'b/c'));
  expect(key('a', 'b')).toBe('a/b/default/c');
});
