import { describe, expect, it } from 'vitest';
import { parseJsonLines } from '../json-lines.ts';
import { halves, loadScript, scripts, turnSchema } from './load.ts';

describe.each([
  ['dev', 60],
  ['held-out', 40],
] as const)('the %s script', (half, count) => {
  it('has so many turns, of all kinds, in several conversations', async () => {
    const { turns, end } = await loadScript('en', half);
    expect(turns).toHaveLength(count);
    expect(new Set(turns.map(({ kind }) => kind)).size).toBe(13);
    expect(new Set(turns.map(({ conversation }) => conversation)).size).toBeGreaterThanOrEqual(4);
    expect(end.length).toBeGreaterThanOrEqual(10);
  });

  it('asks for an earlier answer only where there is one', async () => {
    const { turns } = await loadScript('en', half);
    const asking = turns.filter(({ repeats }) => repeats !== undefined);
    expect(asking.length).toBeGreaterThan(0);
    for (const turn of asking) expect(turns.find(({ conversation }) => conversation === turn.conversation)).not.toBe(turn);
  });
});

it.each(scripts.flatMap((name) => halves.map((half) => [name, half] as const)))('reads %s, %s', async (name, half) => {
  const { turns, end } = await loadScript(name, half);
  expect(turns.length).toBeGreaterThan(0);
  expect(end.length).toBeGreaterThan(0);
});

it('refuses a turn that expects nothing, and one of an unknown kind', () => {
  const read = (line: object) => () => parseJsonLines(JSON.stringify(line), turnSchema, 'turns.jsonl');
  const turn = { conversation: 'a', kind: 'question', user: 'Who am I?' };
  expect(read({ ...turn, all: ['Ada'] })).not.toThrow();
  expect(read(turn)).toThrow('turns.jsonl:1: ✖ nothing is expected');
  expect(read({ ...turn, kind: 'riddle', all: ['Ada'] })).toThrow('at kind');
  expect(read({ ...turn, al: ['Ada'] })).toThrow('al');
});
