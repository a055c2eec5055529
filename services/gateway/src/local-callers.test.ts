import { describe, expect, it } from 'vitest';
import { allowedHosts, checkCaller } from './local-callers.ts';

const allowed = allowedHosts('memory.example, Other.Example');

describe('who may ask', () => {
  it.each(['127.0.0.1:8700', 'localhost:8700', 'LOCALHOST', '[::1]:8700', '10.1.2.3', 'memory.example:8700', 'other.example'])(
    'takes Host %s',
    (host) => {
      expect(() => checkCaller({ host }, allowed)).not.toThrow();
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example@127.0.0.1',
    '',
    '127.0.0.1/evil',
    'a b',
  ])('refuses Host "%s", which a rebound name would show', (host) => {
    expect(() => checkCaller({ host }, allowed)).toThrow(/^Host: /);
  });

  it('refuses a request without a Host', () => {
    expect(() => checkCaller({}, allowed)).toThrow(/^Host: /);
  });

  it('takes a page of its own', () => {
    expect(() => checkCaller({ host: '127.0.0.1:8700', origin: 'http://127.0.0.1:8700' }, allowed)).not.toThrow();
    expect(() => checkCaller({ host: 'memory.example', origin: 'https://memory.example' }, allowed)).not.toThrow();
  });

  it.each(['http://evil.example', 'http://127.0.0.1:9000', 'http://localhost:8700', 'null', 'file://', ''])(
    'refuses Origin "%s"',
    (origin) => {
      expect(() => checkCaller({ host: '127.0.0.1:8700', origin }, allowed)).toThrow(/^Origin: /);
    },
  );
});
