import { readFile } from 'node:fs/promises';
import { randomOf } from '../seeded-texts.ts';

/** A fact that is said once in a talk, what asks for it, and the words that an answer needs. */
export interface Planted {
  readonly text: string;
  readonly question: string;
  readonly key: string;
}

/** What is said, and what of it is asked afterwards. */
export interface Talk {
  readonly id: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly planted: readonly Planted[];
}

const openings = ['Well', 'By the way', 'As I said', 'Honestly', 'Anyway', 'For what it is worth', 'Hm', 'Right'];
const people = ['the neighbours', 'my colleagues', 'the children', 'they', 'the people downstairs', 'some of us', 'the others'];
const doings = [
  'talked about the weather for a while',
  'could not agree on what to have for lunch',
  'were tired after the long week',
  'went for a walk along the river',
  'watched the rain and had tea',
  'laughed about the old photographs',
  'wondered whether it would snow',
  'tidied up a little and then stopped',
  'waited for the bus longer than usual',
  'had a look at the usual things',
];
const replies = [
  'That sounds nice.',
  'I see, and how was it?',
  'Let me know if I can help with anything.',
  'It is good to take things slowly now and then.',
  'I hope the rest of the day is quieter.',
  'Thank you for saying so.',
  'That happens to everybody.',
  'We can come back to it whenever you like.',
];

/** The facts that are planted. */
export async function loadPlanted(): Promise<readonly Planted[]> {
  const text = await readFile(new URL('planted.jsonl', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Planted);
}

/** Talks of so many messages with five facts each, at places that chance decides; between them nothing is said that anybody asks for. */
export function talksOf(planted: readonly Planted[], messages: number): readonly Talk[] {
  const random = randomOf(messages, 0);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const talks: Talk[] = [];
  for (let from = 0; from + 5 <= planted.length; from += 5) {
    const own = planted.slice(from, from + 5);
    const places = new Map<number, Planted>();
    for (const [index, each] of own.entries()) {
      const turn = Math.floor(((index + random()) / own.length) * (messages / 2));
      places.set(2 * turn, each);
    }
    talks.push({
      id: `talk-${messages}-${from / 5}`,
      planted: own,
      messages: Array.from({ length: messages }, (_, at) => {
        const small = `${pick(openings)}, ${pick(people)} ${pick(doings)}.`;
        const told = places.get(at)?.text;
        if (at % 2 === 0)
          return { role: 'user', content: told ? `${small} ${told}` : `${small} Then ${pick(people)} ${pick(doings)}.` };
        return { role: 'assistant', content: `${pick(replies)} ${pick(replies)}` };
      }),
    });
  }
  return talks;
}
