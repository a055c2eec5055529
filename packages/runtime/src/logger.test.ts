import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void, level = 'info'): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger({ level, destination: { write: (line) => void lines.push(line) } }));
  return lines.map((line) => JSON.parse(line));
}

test('a line is one JSON object with its time, fields and sentence', () => {
  const [line] = logged((log) => log.child({ service: 'facts' }).info({ ms: 3 }, 'request answered'));
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    service: 'facts',
    ms: 3,
    msg: 'request answered',
  });
});

test('lines under the level are not written', () => {
  expect(logged((log) => log.info({}, 'hm'), 'warn')).toEqual([]);
});

test('what a parser quotes stays out of the log', () => {
  const [line] = logged((log) => {
    try {
      JSON.parse('secret wish');
    } catch (err) {
      log.error({ err }, 'request failed');
    }
  });
  expect(line?.err).toMatchObject({ type: 'SyntaxError', stack: expect.stringContaining('logger.test.ts') });
  expect(JSON.stringify(line)).not.toContain('secret');
});
