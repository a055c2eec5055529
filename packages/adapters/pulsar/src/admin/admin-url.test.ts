import { expect, it } from 'vitest';
import { adminUrlOf } from './admin-url.ts';

it.each([
  ['ws://broker:8080', 'http://broker:8080'],
  ['wss://broker:8443/', 'https://broker:8443'],
  ['ws://127.0.0.1:41000/ws?x=1', 'http://127.0.0.1:41000'],
  ['pulsar://broker:6650', 'http://broker:8080'],
  ['pulsar+ssl://one:6651,two:6651', 'https://one:8443'],
  ['pulsar://[::1]:6650', 'http://[::1]:8080'],
  ['sqlite:./data', null],
  ['ws:', null],
])('the admin REST of %s is at %s', (bus, admin) => {
  expect(adminUrlOf(bus)).toBe(admin);
});
