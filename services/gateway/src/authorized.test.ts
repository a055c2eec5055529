import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { visitOf } from './authorized.ts';

test.each([
  ['250', 250],
  // Its route refuses it.
  ['soon', undefined],
  [undefined, undefined],
])('a caller that sends X-Timeout-Ms %s waits so long for the check of its credential', (header, waitsMs) => {
  // Of the message of HTTP only the headers are read.
  const raw = { rawHeaders: [] } as Partial<IncomingMessage> as IncomingMessage;
  expect(visitOf({ headers: { 'x-timeout-ms': header }, ip: '192.0.2.7', raw }, 'http').waitsMs).toBe(waitsMs);
});
