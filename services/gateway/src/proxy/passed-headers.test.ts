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
