import { expect, it } from 'vitest';
import { partToForget } from './part-to-forget.ts';

const part = (about: string, content: string) => partToForget(about, { id: 'fact_1', content });

it.each([
  ['my dog is called Rex', 'User has two cats and a dog called Rex', 'User has a dog called Rex', 'User has two cats'],
  ['Rex', 'The user has two cats and a dog called Rex', 'The user has a dog called Rex', 'The user has two cats'],
  ['my cats', 'The user has two cats and a dog called Rex.', 'The user has two cats', 'The user has a dog called Rex'],
  ['that I speak French', 'Anne speaks French, Spanish and Dutch', 'Anne speaks French', 'Anne speaks Spanish and Dutch'],
  ['I like tea', 'The user likes coffee, green tea, and milk', 'The user likes green tea', 'The user likes coffee and milk'],
  ['Milan', 'The user lives in Rome and Milan', 'The user lives in Milan', 'The user lives in Rome'],
])('"%s" is a part of "%s"', (about, content, forgotten, remaining) => {
  expect(part(about, content)).toEqual({ factId: 'fact_1', forgotten, remaining });
});

it.each([
  ['I drink gin', 'The user drinks gin and tonic', 'two bare nouns may be one thing'],
  ['Rex', 'The user has two cats, Tom and Rex', 'the names are of the cats'],
  ['my dog', 'The user has two cats and a dog that bites the neighbours', 'what hangs on the last thing may be of both'],
  ['my dog', 'The user does not have a cat and a dog', 'a denial is of all'],
  ['Rome', 'The user flies from Rome to Milan and Bari', 'the places hang together'],
  ['my dog', 'The user has two cats and is fond of a dog', 'two clauses'],
  ['my pets', 'The user has two cats and a dog', 'no word of it is meant'],
  ['I have a red thing', 'The user has a red car and a red bike', 'all of it is meant'],
  ['my dog', 'The user has a dog', 'it is one thing'],
])('"%s" cannot be taken out of "%s": %s', (about, content) => {
  expect(part(about, content)).toBeNull();
});
