import { expect, it } from 'vitest';
import { withoutShownAbove } from './shown-above.ts';

const pixie = { id: 'fact_1', content: 'The cat is called Pixie' };
const rex = { id: 'fact_2', content: 'The dog is called Rex' };
const found = (...lines: string[]) => ({ type: 'observation', content: lines.join('\n') });
const pixieLine = '- The cat is called Pixie [fact_1]';
const rexLine = '- The dog is called Rex [fact_2]';

it('a fact that stands in the prompt is not shown in an observation again', () => {
  expect(withoutShownAbove([found(pixieLine, rexLine)], [pixie])).toEqual([
    found(rexLine, '1 fact that was found stands above.'),
  ]);
  expect(withoutShownAbove([found(pixieLine, rexLine)], [pixie, rex])).toEqual([found('2 facts that were found stand above.')]);
});

it('what says anything else stays as it is', () => {
  const items = [
    found('- The cat is called Molly [fact_1]'),
    found('The cat is called Pixie'),
    { type: 'thought', content: pixieLine },
  ];
  expect(withoutShownAbove(items, [pixie, rex])).toEqual(items);
});
