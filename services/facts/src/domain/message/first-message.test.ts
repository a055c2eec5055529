import { atOnce } from '@agent-mem/runtime';
import { expect, it } from 'vitest';
import { extractingFacts } from './extract-facts.ts';

/** In characters of source. V8 compiles a pattern when a message first tries it, and holds up everything else meanwhile. */
const most = 60_000;

it.each([
  'I live in Bath and my dog is called Rex.',
  'My sister Anna works at Siemens in Berlin.',
  'We use Postgres 16, and the gateway is written in Go.',
  'Can you tell me how to sort a list in Python?',
  'Thanks, that works great.',
])('the patterns that a plain message tries are short: %s', (message) => {
  const patterns = triedBy(() => atOnce(extractingFacts({ message, at: Date.UTC(2026, 10, 30) })));
  expect([...patterns].join('').length).toBeLessThan(most);
});

/** Every method of a pattern calls `exec`. */
function triedBy(read: () => void): ReadonlySet<string> {
  const { exec } = RegExp.prototype;
  const tried = new Set<string>();
  RegExp.prototype.exec = function (text) {
    tried.add(this.source);
    return exec.call(this, text);
  };
  try {
    read();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return tried;
}
