import { newKeyText } from '@agent-mem/access';
import { expect, it } from 'vitest';
import { headersDown, headersUp } from './passed-headers.ts';

it('passes on what is for the other end, and nothing that is for one connection alone', () => {
  const headers = { connection: 'close, X-Hop', 'x-hop': '1', te: 'trailers', 'x-trace': 'a', 'set-cookie': ['a=1', 'b=2'] };
  expect(headersDown({ ...headers, 'content-type': 'text/plain' })).toEqual({
    'x-trace': 'a',
    'set-cookie': ['a=1', 'b=2'],
    'content-type': 'text/plain',
  });
  expect(headersUp({ ...headers, host: 'fleet', authorization: 'Bearer key', 'x-agent-mem': 'off', 'x-user': 'ada' })).toEqual({
    'x-trace': 'a',
    'set-cookie': ['a=1', 'b=2'],
    authorization: 'Bearer key',
    'accept-encoding': 'identity',
  });
});

it('passes on no key of the fleet, in whichever header a program has it for its model', () => {
  const key = newKeyText().text;
  const up = headersUp({ authorization: `Bearer ${key}`, 'x-api-key': key, 'x-goog-api-key': 'their-key' });
  expect(up).toEqual({ 'x-goog-api-key': 'their-key', 'accept-encoding': 'identity' });
});
