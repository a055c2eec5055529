import { expect, it } from 'vitest';
import { isLoopback, reachable } from './reachable-address.ts';

it.each([
  ['127.0.0.1', '127.0.0.1:8700', true],
  ['127.1.2.3', '127.1.2.3:8700', true],
  ['::1', '[::1]:8700', true],
  ['localhost', 'localhost:8700', true],
  ['0.0.0.0', '127.0.0.1:8700', false],
  ['::', '127.0.0.1:8700', false],
  ['192.0.2.1', '192.0.2.1:8700', false],
  ['fd00::1', '[fd00::1]:8700', false],
])('%s is reached at %s', (host, address, isOwn) => {
  expect([reachable({ host, port: 8700 }), isLoopback(host)]).toEqual([address, isOwn]);
});
