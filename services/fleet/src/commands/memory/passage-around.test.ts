import { expect, it } from 'vitest';
import { passageAround } from './passage-around.ts';

const filler = 'we went over the minutes of the meeting again '.repeat(40);
const query = 'When does the ferry to Ischia leave?';

it('a line that fits stays whole', () => {
  expect(passageAround(query, 'The ferry leaves at nine', 24)).toBe('The ferry leaves at nine');
});

it.each([
  ['at its beginning', `The ferry to Ischia leaves at nine ${filler}`, /^The ferry to Ischia leaves at nine we .*[a-z]…$/],
  [
    'in its middle',
    `${filler}the ferry to Ischia leaves at nine ${filler}`,
    /^…[a-z].* the ferry to Ischia leaves at nine .*[a-z]…$/,
  ],
  ['at its end', `${filler}the ferry to Ischia leaves at nine`, /^…[a-z].* the ferry to Ischia leaves at nine$/],
  ['where most words stand together', `ferry ${filler}the ferry to Ischia leaves ${filler}`, /ferry to Ischia leaves/],
  ['of the beginning where no word matches', filler, /^we went over .*[a-z]…$/],
])('of a longer line the passage %s is shown', (_, line, shown) => {
  const passage = passageAround(query, line, 100);
  expect(passage).toMatch(shown);
  expect(passage.length).toBeLessThanOrEqual(100);
  expect(passage.length).toBeGreaterThan(60);
});

it('words of a script without spaces are found, and no character is cut in two', () => {
  const passage = passageAround('フェリー', `${'🧠'.repeat(500)}フェリーは九時に出る${'🧠'.repeat(500)}`, 50);
  expect(passage).toMatch(/^…(?:🧠)+フェリーは九時に出る(?:🧠)+…$/u);
  expect(passage.length).toBeLessThanOrEqual(50);
});
