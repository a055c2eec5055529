import { describe, expect, it } from 'vitest';
import { tableOf, textOf } from './text.ts';

const now = Date.parse('2026-05-07T12:00:00.000Z');
const letter = {
  id: 'm1',
  topic: 'persistent://agent-mem/command/facts',
  subscription: 'facts',
  reason: 'not-found: Fact f1 not found',
  attempts: 1,
  since: '2026-05-07T11:58:30.000Z',
  key: null,
  bytes: 12,
};

describe('a table of dead letters', () => {
  it('has a line for each, in columns', () => {
    expect(tableOf([letter, { ...letter, id: 'longer', key: 'u1', attempts: null }], now)).toEqual([
      'ID      AGE    ATTEMPTS  BYTES  TOPIC          SUBSCRIPTION  KEY  REASON',
      'm1      1 min  1         12     command/facts  facts         -    not-found: Fact f1 not found',
      'longer  1 min  ?         12     command/facts  facts         u1   not-found: Fact f1 not found',
    ]);
  });

  it.each([
    ['2026-05-07T12:00:05.000Z', '0 s'],
    ['2026-05-07T11:59:01.000Z', '59 s'],
    ['2026-05-07T11:00:00.000Z', '1 h'],
    ['2026-05-05T11:00:00.000Z', '2 d'],
  ])('tells the age of %s', (since, age) => {
    expect(tableOf([{ ...letter, since }], now)[1]).toContain(` ${age} `);
  });

  it('keeps to one line what strangers wrote, and does not let it steer the terminal', () => {
    const [, line] = tableOf([{ ...letter, reason: `two\nlines \u001b[31mred \u202e${'x'.repeat(200)}` }], now);
    expect(line).toContain('two\\u000alines \\u001b[31mred \\u202exxx');
    expect(line?.endsWith('x…')).toBe(true);
  });
});

describe('a dead letter', () => {
  it('is shown with its properties and its payload, indented where it is JSON', () => {
    const lines = textOf({ ...letter, properties: { id: 'r1' }, payload: '{"get":{}}' }, now);
    expect(lines).toContain('since                  2026-05-07T11:58:30.000Z (1 min ago)');
    expect(lines).toContain('  id                     r1');
    expect(lines.slice(lines.indexOf('payload'))).toEqual(['payload', '{', '  "get": {}', '}']);
  });

  it('is shown as it came where its payload is no JSON', () => {
    expect(textOf({ ...letter, properties: {}, payload: '{\u001b[2J' }, now).at(-1)).toBe('{\\u001b[2J');
  });
});
