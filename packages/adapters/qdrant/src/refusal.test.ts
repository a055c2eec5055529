import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { isPassing, refusalOf } from './refusal.ts';

/** An answer with a bad status, as the client rejects with it. */
const answered = (status: number, error: string) =>
  Object.assign(new Error('what HTTP calls it'), { status, data: { status: { error } }, url: 'http://h:6333/collections' });

/** What fetch rejects with when the connection failed. */
const failed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(`${code} h`), { code }) });

it.each([
  [answered(401, 'Invalid API key'), 'unauthenticated', 'its API key is missing or wrong (set SEARCH_API_KEY)', false],
  [answered(404, "Collection `x` doesn't exist!"), 'not-found', "it answered HTTP 404 (Collection `x` doesn't exist!)", false],
  [answered(400, 'Wrong input: no such index'), 'internal', 'it answered HTTP 400 (Wrong input: no such index)', false],
  [answered(429, ''), 'resource-exhausted', 'it has too much to do', true],
  [answered(500, 'No space left on device'), 'unavailable', 'it answered HTTP 500 (No space left on device)', false],
  [answered(503, ''), 'unavailable', 'it cannot serve this now', true],
  [failed('ECONNREFUSED'), 'unavailable', 'it cannot be reached (ECONNREFUSED)', true],
  [failed('UND_ERR_SOCKET'), 'unavailable', 'it cannot be reached (UND_ERR_SOCKET)', true],
  [failed('SELF_SIGNED_CERT_IN_CHAIN'), 'unavailable', 'its TLS is not trusted (SELF_SIGNED_CERT_IN_CHAIN)', false],
  [new SyntaxError('Unexpected token <'), 'unavailable', 'its answer is no JSON (is it Qdrant?)', true],
  [new DOMException('over', 'TimeoutError'), 'deadline-exceeded', 'no answer in time', false],
  [new DOMException('over', 'AbortError'), 'cancelled', 'the caller waits no more', false],
] as const)('tells what %s means', (cause, type, reason, passing) => {
  const refusal = refusalOf(cause, 'search', 'h:6333');
  expect(refusal.type).toBe(type);
  expect(refusal.message.startsWith(`Qdrant at h:6333 did not search: ${reason}`), refusal.message).toBe(true);
  expect(isPassing(cause)).toBe(passing);
});

it('repeats nothing of a request, in its message or its cause', () => {
  const cause = Object.assign(answered(400, 'Format error in JSON body: invalid type: string "secret" at line 1'), {
    request: { headers: { 'api-key': 'secret' } },
  });
  const refusal = refusalOf(cause, 'search', 'h:6333');
  expect(refusal.message).toBe('Qdrant at h:6333 did not search: it answered HTTP 400');
  expect(inspect(refusal, { depth: 9 })).not.toContain('secret');
});
