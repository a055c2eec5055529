import { expect, it } from 'vitest';
import { adminPort } from './admin-port.ts';

it.each([
  [8700, null, 8702],
  [8710, null, 8712],
  [0, null, 0],
  [65_535, null, 0],
  [8700, 9_000, 9_000],
  [8700, 0, 0],
])('with HTTP_PORT %d and ADMIN_PORT %s administrators ask at %d', (HTTP_PORT, ADMIN_PORT, port) => {
  expect(adminPort({ HTTP_PORT, ADMIN_PORT })).toBe(port);
});
