import { expect, test } from 'vitest';
import { sentencesOf } from './sentences.ts';

test.each([
  ['I live in Berlin. I work at Siemens.', ['I live in Berlin.', 'I work at Siemens.']],
  ['i live in berlin. i work at siemens. my dog is rex', ['i live in berlin.', 'i work at siemens.', 'my dog is rex']],
  ['i turned 30. my wife is 28. we rent', ['i turned 30.', 'my wife is 28.', 'we rent']],
  ['that was it. can you help me', ['that was it.', 'can you help me']],
  ['we meet at 5 pm. bring cake', ['we meet at 5 pm.', 'bring cake']],
  ['We moved!My wife is glad.', ['We moved!', 'My wife is glad.']],
  ['she said "no." then she left', ['she said "no."', 'then she left']],
  ['wohne in köln. arbeite bei ford', ['wohne in köln.', 'arbeite bei ford']],
])('%s', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});

test.each([
  'We need approx. two litres',
  'Bring fruit etc. and drinks',
  'Tools, e.g. a saw, i.e. what cuts, vs. none',
  'Smith et al. write so',
  'Acme Inc. is big, and Acme Ltd. was',
  'We meet at 5 a.m. on Monday',
  'wohnung mit bad bzw. dusche, ca. zwei zimmer, z.B. in köln',
  'am 3. mai und am 5. juni',
  'hmm... not sure',
  'version 2. of it',
  'open main.ts and node.js files',
  'Mr. Ortega and dr. lee',
  'about 5 min. walk, max. two',
  'Gartenstr. 12 in Bonn, Apt. 3',
  'the TAZ!Plus of 2024',
])('no sentence ends within %s', (text) => {
  expect(sentencesOf(text)).toEqual([text]);
});
