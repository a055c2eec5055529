import { ownWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';

/** One of them: "our friends Pauline and Keith" name two. */
const being = `(?:${ownWords})(?<![^s]s|children)`;
const called = "\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?";
const beside = new CuedPattern(
  /\b(?:The user's|their) [\p{Ll} -]+ \p{Lu}/u,
  `\\b(?:The user's|their) ((?:[\\p{Ll}-]+ ){0,2}?${being}) (${called})(?=[,.]?$|,? (?:\\p{Ll}|\\())`,
  'u',
);
const aged = /(\p{Lu}[\p{L}'’-]+) \((?:aged? )?(\d{1,2})\)/gu;
const someone = `(?:The user's (?:[\\p{Ll}-]+ ){0,2}?${being}(?: ${called})?|${called})`;
const having = new CuedPattern(
  /^The user has (?:an?|one) /,
  `^The user has (?:an?|one) (?:[\\p{Ll}-]+ ){0,2}?(?:${being},|[\\p{Ll}-]+ (?:named|called)) (${called}),? (?:who|and (?:she|he)) ((?:is|lives|works|studies|plays|likes|loves|has|goes|teaches) .+)$`,
  'u',
);
/** "The user's brother is in Hamburg with the user's wife": she is there too. */
const placedWith = new CuedPattern(
  / with the user's /,
  `^The user's (?:[\\p{Ll}-]+ ){0,2}?${being}(?: ${called})? is (in \\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?) with the user's ((?:[\\p{Ll}-]+ ){0,2}?${being}(?: ${called})?)$`,
  'u',
);
const years = new CuedPattern(/ is \d{1,2}$/, `^(${someone}) is (\\d{1,2})$`, 'u');
const both = new CuedPattern(
  / and |, /,
  `^(${someone}) ((?:is|lives|works|has|studies|teaches|plays|goes) .+?)(?:,? and|,) (?:also |now |still )?((?:is|lives|works|has|loves|likes|hates|plays|studies|teaches|speaks|drives|runs|owns|wants|can|cannot|takes|eats|goes|suffers|attends|needs) .+)$`,
  'u',
);

/**
 * A statement and what it says in passing, one thing each: "The user's wife Leila is a vet" names her too, "two kids, Omar (9)" says an age,
 * "Eva is 12 and plays chess" says two things.
 */
export function withoutAsides(text: string): readonly string[] {
  const [, who, name] = beside.exec(text) ?? [];
  const names = who !== undefined && name !== undefined ? [`The user's ${who} is named ${name}`] : [];
  const ages = [...text.matchAll(aged)].map(([, whose, age]) => `${whose} is ${age} years old`);
  const [, place, companion] = placedWith.exec(text) ?? [];
  if (place !== undefined && companion !== undefined) ages.push(`The user's ${companion} is ${place}`);
  const [, owned, told] = having.exec(text) ?? [];
  if (owned !== undefined && told !== undefined) ages.push(`${owned} ${told}`.replace(years, '$1 is $2 years old'));
  const bare = (told === undefined ? text : text.slice(0, text.indexOf(told)).replace(/,? (?:who|and (?:she|he)) $/, '')).replace(
    aged,
    '$1',
  );
  const [, subject, first, second] = both.exec(bare) ?? [];
  const said = subject === undefined ? [bare] : [`${subject} ${first}`, `${subject} ${second}`];
  return [...new Set([...names, ...said.map((each) => each.replace(years, '$1 is $2 years old')), ...ages])];
}
