import { expect, test } from 'vitest';
import { createFailureLog } from './failure-log.ts';

function failing() {
  const lines: unknown[] = [];
  let now = 0;
  const write = (level: string) => (fields: object, sentence: string) => void lines.push([level, fields, sentence]);
  const failures = createFailureLog({ warn: write('warn'), error: write('error') }, { now: () => now });
  const turn = (ms: number) => {
    now += ms;
  };
  return { failures, turn, lines: () => lines.splice(0) };
}

const away = { err: new Error('connect ECONNREFUSED 127.0.0.1:6333'), nodes: 1 };

test('a failure that goes on is a line once a minute', () => {
  const { failures, turn, lines } = failing();
  for (let second = 0; second < 120; second++) {
    failures.warn(away, 'documents could not be written');
    turn(1_000);
  }
  const line = ['warn', away, 'documents could not be written'];
  expect(lines()).toEqual([line, line]);
});

test.each([
  ['reason', { reason: 'another program writes this folder' }, 'documents could not be written'],
  ['error', { err: new Error('a bug') }, 'documents could not be written'],
  ['sentence', away, 'documents have no vectors yet'],
])('another %s is a line of its own, and does not repeat the first', (_, failure, sentence) => {
  const { failures, lines } = failing();
  failures.warn(away, 'documents could not be written');
  failures.error(failure, sentence);
  failures.warn(away, 'documents could not be written');
  expect(lines()).toHaveLength(2);
});

test('once it works again, its next failure is a line at once', () => {
  const { failures, lines } = failing();
  failures.warn(away, 'documents could not be written');
  failures.over();
  failures.warn(away, 'documents could not be written');
  expect(lines()).toHaveLength(2);
});
