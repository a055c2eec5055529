import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { withParameters } from '../../src/ranking/parameters.ts';
import { presetProfile } from '../../src/ranking/presets.ts';
import type { RecallProfile } from '../../src/ranking/profile.ts';

const page = await readFile(new URL('../../../../docs/explanation/recall.md', import.meta.url), 'utf8');
const rows = new Map(
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', ...cells]) => [name.replaceAll('`', ''), cells]),
);
const profiles: readonly RecallProfile[] = [
  presetProfile('default', 'messages'),
  presetProfile('default', 'facts'),
  presetProfile('default', 'episodes'),
  presetProfile('agent-cli', 'messages'),
];

/** As a refusal of an unknown one tells them. */
function parameterNames(): readonly string[] {
  try {
    withParameters(presetProfile('default', 'messages'), { unknown: 0 });
  } catch (error) {
    return (error as Error).message.replace(/^.*known are /, '').split(', ');
  }
  return [];
}

it('docs/explanation/recall.md lists every parameter', () => {
  expect([...rows.keys()].toSorted()).toEqual(parameterNames().toSorted());
});

it.each(parameterNames().filter((name) => !name.startsWith('weight_')))(
  'docs/explanation/recall.md has the defaults of %s',
  (name) => {
    for (const [column, profile] of profiles.entries()) {
      const value = Number(rows.get(name)?.[column] || Number.NaN);
      expect(withParameters(profile, { [name]: value })).toEqual(profile);
    }
  },
);

it.each(parameterNames().filter((name) => name.startsWith('weight_')))(
  'docs/explanation/recall.md has the defaults of %s',
  (name) => {
    const feature = name.replace('weight_', '') as keyof RecallProfile['weights'];
    const documented = (column: number) =>
      (rows.get(name)?.[column] || '0 / 0').split('/').map((weight) => Number(weight.trim().replace('−', '-')));
    const own = ({ weights, weightsWithoutVector }: RecallProfile) => [weights[feature] ?? 0, weightsWithoutVector[feature] ?? 0];
    const [messages, facts, episodes] = profiles.map(own);
    expect(documented(0)).toEqual(messages);
    expect(documented(1)).toEqual(facts);
    expect(documented(1)).toEqual(episodes);
  },
);
