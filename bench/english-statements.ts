import { randomOf, type Texts } from './seeded-texts.ts';

const people =
  'Anne Ben Carla Dmitri Eve Farid Grace Hiro Ines Jonas Kofi Lena Marco Nadia Omar Priya Quentin Rosa Sami Tessa Umar Vera Wen Yara Zoe'.split(
    ' ',
  );
const relations = ['brother', 'sister', 'mother', 'father', 'cousin', 'neighbour', 'colleague', 'teacher', 'landlord', 'doctor'];
const places =
  'Porto Bergen Lyon Kyoto Quito Hamburg Leeds Nairobi Oslo Turin Ghent Boston Lima Hanoi Seville Aarhus Tampere Izmir Accra Perth Galway Krakow Split Basel Malmo'.split(
    ' ',
  );
const jobs = 'nurse baker surveyor pilot carpenter editor chemist gardener lawyer plumber translator geologist'.split(' ');
const firms = 'a hospital|a small bakery|the city council|a shipping company|a law firm|the university|a bank|a theatre'.split(
  '|',
);
const foods = 'mushrooms peanuts oysters cinnamon coffee rhubarb lentils cheese mangoes garlic almonds strawberries'.split(' ');
const hobbies =
  'playing chess|climbing|knitting|painting birds|sailing|restoring clocks|baking bread|singing in a choir|running marathons|learning the cello|growing tomatoes|watching old films'.split(
    '|',
  );
const animals = 'dog cat parrot tortoise rabbit horse goldfish ferret'.split(' ');
const names = 'Rex Luna Pepper Otto Mimi Bruno Hazel Ziggy Coco Finn'.split(' ');
const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const months = 'January February March April May June July August September October November December'.split(' ');
const things =
  'bicycle|camera|sewing machine|telescope|violin|tent|coffee grinder|sailing boat|typewriter|greenhouse|motorbike|drone'.split(
    '|',
  );
const colours = 'red blue green yellow black white orange purple'.split(' ');
const reasons =
  'because the rent went up|after the winter holidays|since the children left home|although it is far from the office|when there is enough time|on the advice of a friend|before the train leaves|as long as the weather is good'.split(
    '|',
  );

type Pick = (list: readonly string[]) => string;
type Template = (who: string, pick: Pick, number: (most: number) => number) => readonly [statement: string, question: string];

const templates: readonly Template[] = [
  (who, pick) => [`${who} has lived in ${pick(places)} ${pick(reasons)}`, `Where does ${who} live?`],
  (who, pick) => [`${who} works as a ${pick(jobs)} for ${pick(firms)} in ${pick(places)}`, `What does ${who} do for a living?`],
  (who, pick) => [`${who} cannot eat ${pick(foods)} and avoids ${pick(foods)}`, `What should I not cook for ${who}?`],
  (who, pick) => [`${who} likes ${pick(hobbies)} on ${pick(days)}s ${pick(reasons)}`, `What does ${who} do in the spare time?`],
  (who, pick) => [
    `${who} has a ${pick(animals)} named ${pick(names)} that is afraid of thunder`,
    `What is the name of the pet of ${who}?`,
  ],
  (who, pick, number) => [`The birthday of ${who} is on ${1 + number(28)} ${pick(months)}`, `When is the birthday of ${who}?`],
  (who, pick) => [`${who} bought a ${pick(colours)} ${pick(things)} in ${pick(places)} ${pick(reasons)}`, `What did ${who} buy?`],
  (who, pick) => [
    `${who} sold the ${pick(things)} to ${pick(people)} in ${pick(months)}`,
    `Who has the things that ${who} sold?`,
  ],
  (who, pick, number) => [
    `${who} takes the train to ${pick(places)} at ${6 + number(16)}:${10 + number(50)} every ${pick(days)}`,
    `When does the train of ${who} leave?`,
  ],
  (who, pick) => [`${who} is married to ${pick(people)}, a ${pick(jobs)} from ${pick(places)}`, `Who is ${who} married to?`],
  (who, pick) => [
    `${who} wants to travel to ${pick(places)} and ${pick(places)} in ${pick(months)}`,
    `Where does ${who} want to go?`,
  ],
  (who, pick, number) => [
    `${who} pays ${number(900) + 100} euros a month for ${pick(hobbies)}`,
    `How much does ${who} pay a month?`,
  ],
  (who, pick) => [
    `The favourite colour of ${who} is ${pick(colours)}, also for a ${pick(things)}`,
    `What colour does ${who} like?`,
  ],
  (who, pick) => [
    `${who} is learning to repair a ${pick(things)} from ${pick(people)} ${pick(reasons)}`,
    `What is ${who} learning?`,
  ],
];

/** Statements in plain English about people, as memory has them, and what somebody would ask: what one says is hardly ever true of another. */
export function englishStatements(seed: number): Texts {
  const written = (number: number) => {
    const random = randomOf(seed, number);
    const below = (most: number) => Math.floor(random() * most);
    const pick: Pick = (list) => list[below(list.length)] ?? '';
    const person = pick(people);
    const who = [person, `${person}'s ${pick(relations)}`, `${person}'s ${pick(relations)} ${pick(people)}`][below(3)] ?? person;
    return (templates[below(templates.length)] as Template)(who, pick, below);
  };
  return { text: (number) => written(number)[0], question: (number) => written(number)[1] };
}
