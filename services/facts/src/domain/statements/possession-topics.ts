import { carMakes } from '../question/kinds.ts';
import { petWords } from './beings.ts';
import { isOne, type Topic } from './statement-topic.ts';
import { statementWords } from './statement-words.ts';

/** "The user's new car is a Skoda": theirs alone, and not their second car or that of their firm. */
const theirCar =
  /^([Tt]he user(?:['’]s (?:[\p{Ll}-]+ ){0,2}?[\p{Ll}-]+)?|\p{Lu}[\p{Ll}-]+)['’]s (?:new )?car is (?:now )?(an? \p{Lu}[\p{L}\d-]*(?: [\p{Lu}\d][\p{L}\d-]*)*)[.!]?$/u;

/** `any`: by which one says that one has none at all. */
const kinds = [
  { kind: 'child', any: 'children|kids|child', words: 'children|kids?|child|sons?|daughters?|baby|babies|toddler|teenagers?' },
  { kind: 'sibling', any: 'siblings', words: 'siblings?|brothers?|sisters?' },
  { kind: 'pet', any: 'pets?', words: petWords },
  { kind: 'car', any: 'car', words: 'car' },
] as const;
/** "The user bought a Golf": a make has a capital, and many of them mean something else without it. */
const make = new RegExp(`^[Tt]he user (?:has(?: bought| got)?|owns|bought|got) an? (?:new )?(${carMakes})(?![\\p{L}-])`, 'iu');
const gone = 'dead|gone|sold|stolen|lost|due|late|future|former|unborn|planned';

/** How a statement says that the user has something of a kind, and how one says that they have nothing of it. */
const having = kinds.map(({ kind, any, words }) => ({
  kind,
  some: [
    new RegExp(
      `^[Tt]he user (?:has(?: adopted| got| bought)?|owns|keeps|adopted|got|bought) (?:(?:an?|one|two|three|four|five|six|\\d) (?:[\\p{Ll}-]+ ){0,2})?(${words})(?=$|,| (?:named|called|with|aged|who|from|since|and)(?![\\p{L}]))`,
      'u',
    ),
    new RegExp(
      `^[Tt]he user['’]s (?!(?:${gone}) )(?:[\\p{Ll}-]+ )?(${words})(?: \\p{Lu}[\\p{L}'’-]+)? (?:is|are|was born|were born|has|have|goes|lives|plays|likes|loves)(?! (?:now )?(?:${gone})(?![\\p{L}]))`,
      'u',
    ),
  ],
  none: new RegExp(
    `^[Tt]he user (?:(?:does not|doesn['’]t|do not|not) (?:have|has|own)(?: an?| any)?|no longer (?:has|owns)(?: an?| any)?|(?:has|owns) no) (?:(?:${any})|(${words}))(?: any ?more)?$`,
    'u',
  ),
}));

/** What somebody drives, where a statement says which car is theirs: who says "my car" speaks of the one that they drive. */
export function carTopics(text: string): readonly Topic[] {
  const [, owner = '', car] = theirCar.exec(text) ?? [];
  const subject = statementWords(owner);
  if (car === undefined || !isOne(subject)) return [];
  return [{ key: JSON.stringify([subject, 'drives']), value: statementWords(car), isWhole: false, liked: null }];
}

/** Whether the user has children, siblings, pets and a car, as far as a statement says so: who has a cat has pets. Two that say so are about no one thing. */
export function havingTopics(statement: string): readonly Topic[] {
  const text = statement.replace(/[.!]$/, '');
  return having.flatMap(({ kind, some, none }) => {
    const denied = none.exec(text);
    if (denied !== null) return [topicOf(denied[1] ?? kind)];
    const said = some.flatMap((form) => form.exec(text)?.[1] ?? []);
    if (said.length === 0) return kind === 'car' && isOfMake(text) ? [topicOf(kind)] : [];
    return [topicOf(kind), ...said.map(topicOf)];
  });
}

/** Of a kind, or of a word for some of it: who has no cat may have a dog. */
function topicOf(words: string): Topic {
  const [word = words] = statementWords(words);
  return { key: JSON.stringify([['user'], 'has any', word]), value: ['some'], isWhole: false, liked: null };
}

function isOfMake(text: string): boolean {
  return /^\p{Lu}/u.test(make.exec(text)?.[1] ?? '');
}
