import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { extractingFacts } from '../extract-facts.ts';

/** Where a thing was put: the message, and after the arrow its facts. Behind it are traps. */
const cases = `
I put the spare key under the flowerpot. -> The spare key is under the flowerpot
I've put my passport in the desk yesterday -> The user's passport is in the desk
We hid the presents behind the boiler -> The presents are behind the boiler
I moved the ladder from the shed to the garage -> The ladder is in the garage
I've moved our chargers to the bottom of the wardrobe -> The user's chargers are at the bottom of the wardrobe
I put the winter tyres in the cellar -> The winter tyres are in the cellar
I stashed my wallet inside the piano -> The user's wallet is inside the piano
I put the kettle on -> 
I put the blame on the manager -> 
I put the soup in the oven -> 
I put my foot in my mouth -> 
I moved the meeting to the afternoon -> 
I put the query in a function -> 
I put the answer in the box -> 
If I put the key in the drawer, I forget it -> 
My uncle said I put the key in the drawer -> 
Did I put the key in the drawer? -> 
`;

describe('where a thing was put', () => {
  it.each(cases.split('\n').filter((line) => line.includes(' -> ')))('%s', (line) => {
    const [message = '', facts = ''] = line.split(' -> ');
    expect(atOnce(extractingFacts({ message, at: Date.UTC(2026, 10, 23, 9) })).join(' | ')).toBe(facts);
  });
});
