import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { extractingFacts } from '../extract-facts.ts';

/** A name behind the noun that it belongs to: the message, and after the arrow its facts. */
const cases = `
We have a hedgehog and a tortoise, he's called Nemo -> The user has a hedgehog and a tortoise
I have a parrot, it's called Kiwi -> The user has a parrot | The user's parrot is named Kiwi
I adopted a spotted pony last spring. Her name's Juno. She's nine. -> The user adopted a spotted pony last spring | The user's pony is named Juno | The user's pony is nine
We got a kitten. We named him Pickle. -> The user got a kitten | The user's kitten is named Pickle
My cousin has a ferret, he's called Zorro -> The user's cousin has a ferret | The user's cousin's ferret is named Zorro
I have a flatmate, she's called Mirela and she works nights -> The user has a flatmate | The user's flatmate is named Mirela | The user's flatmate works nights
I have a brother. He lives in Cork. -> The user has a brother | The user's brother lives in Cork
We have a canary whose name is Figaro -> The user has a canary called Figaro
There's also a tortoise at home, an old one, she's called Agatha -> The user has a tortoise | The user's tortoise is named Agatha
We've renamed the boat Albatross -> The user's boat is named Albatross
I have my own studio now, it's called Lumen -> The user has their own studio | The user's studio is named Lumen
I bought a bakery, it's called Crumb and Co -> The user bought a bakery | The user's bakery is named Crumb
`;
/** Traps: a name or a pronoun that does not belong to the noun before it. */
const traps = `
We have a horse and a dog, she's called Bella -> The user has a horse and a dog
I have a sister, she's called Mum three times today -> The user has a sister
I have a photo of a cat, he's called Tiger -> The user has a photo of a cat
We have a doctor's appointment, she's called Mrs Bell -> 
I have a rabbit, it's called a Dutch dwarf -> The user has a rabbit, it's called a Dutch dwarf
I have a nephew. The weather is nice. He's called Ivo. -> The user has a nephew
If we had a puppy, he'd be called Rolf -> 
I have a tune stuck in my head, it's called Halo -> The user has a tune stuck in their head
There's a cat in the story, he's called Tom -> 
There's a spider in the house, it's called Boris -> 
I called my sister Ana yesterday -> 
`;

describe('a name behind its noun', () => {
  it.each(`${cases}${traps}`.split('\n').filter((line) => line.includes(' -> ')))('%s', (line) => {
    const [message = '', facts = ''] = line.split(' -> ');
    expect(atOnce(extractingFacts({ message, at: Date.UTC(2026, 10, 23, 9) })).join(' | ')).toBe(facts);
  });
});
