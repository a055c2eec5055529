import { sentencesOf } from '@agent-mem/llm';
import { questionVerbs, questionWords } from '@agent-mem/recall/ranking';
import { capitalised } from '../statements/capitalised.ts';
import { unfolded } from './sentences/asides.ts';
import { completed } from './sentences/completed.ts';
import { coordinated, isDoneTogether, withoutContrast } from './sentences/coordinated.ts';
import { asksForDraft, besideDraft } from './sentences/draft.ts';
import { withOwner, withSubject } from './sentences/left-out.ts';
import { inOrder, withTopics } from './sentences/moved.ts';
import { withNames } from './sentences/named-behind.ts';
import { withJobs, withNewValues } from './sentences/new-things.ts';
import { isIronic, isNotMeant } from './sentences/not-meant.ts';
import { opening } from './sentences/opening.ts';
import { withoutTalk } from './sentences/others-talk.ts';
import { plainlyParted } from './sentences/parted.ts';
import { selfCorrected } from './sentences/self-corrected.ts';
import { spelled } from './sentences/spelled.ts';
import { textWork } from './sentences/text-work.ts';
import { writtenOut } from './sentences/written-out.ts';
import type { Statement } from './statement/of-the-user.ts';
import { partsOfWork } from './statement/of-work.ts';
import { eachPastime } from './statement/pastime.ts';
import { orderIn } from './statement/standing-instruction.ts';

/** In characters. What is longer is pasted, not said, and the patterns below are not made for it. */
const longestMessage = 20_000;
const longestSentence = 600;

const firstPerson = /^(?:i|i'm|i've|my|we|we're|we've|our)\b/i;
const asking = new RegExp(`^(?:${questionWords}|${questionVerbs}|should|have|has|may|any)\\b`, 'i');
/** Said as a question, meant as a request. */
const politeRequest =
  /^(?:can|could|would|will) you (?:please )?(?=(?:remember|note|make a note|keep in mind|bear in mind|call me)\b)/i;
const join =
  /\s*:\s+(?=(?:i|i'm|i've|my|we|our)\b)|\s*;\s*|,?\s+(?:and|but|so|while)\s+(?:(?:now|nowadays|today|currently)\s+)?(?=(?:i|i'm|i've|my|we|we're|our|she|she's|he|he's|everyone calls|everybody calls|people call)\s)|,?\s+because\s+(?=(?:my|our)\s|i (?:got|landed|found|started) )|,\s+(?:(?:now|nowadays|today|currently)\s+)?(?=(?:i|i'm|i've|my|we|our|no longer|she|she's|he|he's|they|they're)\s)/i;
/** "I love tea, hate coffee": two likings. */
const likings =
  /^(?:i|we) ((?:really )?(?:love|like|hate|dislike|prefer|enjoy|adore|can't stand) .+?)(?:,| and| but)(?: and| but)? ((?:love|like|hate|dislike|prefer|enjoy|adore|can't stand) .+)$/i;
/** After what is said of others, the writer may go on with what is theirs. */
const joinOfOthers =
  /\s*;\s+|,?\s+(?:and|but|so|while)\s+(?=(?:i|i'm|i've|my|we|we're|we've|our)\s)|,\s+(?:now\s+)?(?=(?:i|i'm|i've|my|we|we're|our)\s)/i;
/** "I like the sea but Dalia prefers the mountains": another's liking, divided from the writer's own. */
const joinOfNamed =
  /,?\s+(?:and|but|while|whereas)\s+(?=(?:\p{Lu}[\p{Ll}'-]+|(?:[Tt]he|[Mm]y|[Oo]ur) (?:[\p{Ll}-]+ ){1,3})\s?(?:is|are|runs?|starts?|opens?|closes?|costs?|has|lives|works|likes|loves|hates|prefers|wants|plays|studies|speaks|teaches|moved|doesn't|owner's|lead's)(?:\s|$))/u;
/** The same of somebody known; a colon too may stand before what "she" does. */
const joinOfKnown =
  /\s*[;:]\s*(?=(?:she|he|i|i'm|my|we)\b)|,?\s+(?:and|but|so|while)\s+(?=(?:i|i'm|i've|my|we|we're|our|she|she's|he|he's)\s)|,\s+(?:now\s+)?(?=(?:no longer|she|he|she's|he's)\s|(?:my|our) (?:new )?(?:\p{Ll}+ )?\p{L}+(?:'s| is| are) (?:called |named |now )?\p{L})/iu;
/** "I don't eat gluten, it makes me ill", "I can't stand jazz, blues is fine": what is said of something else. */
const remark =
  /,\s+(?=(?!(?:who|which|where|when|what|that|how)\b)(?:it|they|there|the \p{Ll}+|\p{Ll}+)(?:'s| is| are| was| were| makes?| gives?| feels?| tastes?)\s(?!called\b|named\b|\p{Lu}))/u;
/** "I live in Lisbon and work at Siemens" says two things; "I like to swim and play chess" may say one. */
const samePerson =
  /^((?:(?:i|we) (?:open|close) at|i (?:live|work|study|have|own|weigh|moved|grew up|was born|teach)|i'm|i am) (?!.*\bto \w+ and\b).+?),? and (?:also |now )?((?:live|work|close|open|study|own|drive|speak|play|love|like|hate|prefer|enjoy|have|moved|teach|am) .+)$/i;
/** "I sold my house and bought a flat" says two things. */
const doneNext =
  /^(i (?:just |recently )?(?:sold|quit|left|lost|gave up|stopped|finished|moved out of) [^,]+?)(?:,| and|, and) (?:then |now |also |recently |just )*((?:bought|got|joined|started|moved|became|took|found|switched|work|live|freelance) .+|freelance)$/i;
/** "I work at Aldi on Mondays and at Lidl on Fridays": two places, each with its day. */
const placesByDay =
  /^((?:i|we) (?:also )?(work|teach|volunteer|train|study|play|swim|sing)) ((?:at|for|in|with) .+? (?:on|in the) \p{L}+s?),? and ((?:at|for|in|with) .+? (?:on|in the) \p{L}+s?)$/iu;
/** "I have two cats, give me names": a request behind a statement. */
const requested =
  /,\s+(?:please )?(?:(?:give|tell|show|help|send|write|explain|sort|fix|make|find|read|spare|add) (?:me|us|it|them|this|that|my|a|an|some)\b|what (?:now|next)\b|mention (?:that|this|it)\b|please (?!note|remember)\p{L}+ ).*$/iu;
/** "I like jazz, remember that", "I like jazz — remember that": what is said comes before it. */
const rememberIt =
  /[\s,;:.…–—-]+(?:(?:and|so|but) )?(?:please )?(?:(?:remember|note|don't forget|do not forget|never forget) (?:that|this|it)|keep (?:that|this|it) in mind)(?:,? please)?$/i;
const coupled = /^(?:(?:my|our) (?:(?!(?:is|are|was|were) )\S+ ){1,3}|\p{Lu}[\p{L}'-]+ )and i\b/iu;

/** A part of a message that may state something of its writer. */
export interface Clause {
  readonly text: string;
  /** What it states as an order to the assistant; `null`: it is none. */
  readonly order: Statement | null;
}

/** A message's statements that may be about its writer, one clause each, without greetings. */
export function clausesOf(message: string, names: ReadonlySet<string>): readonly Clause[] {
  const clauses: Clause[] = [];
  const text = withoutTalk(spoken(message));
  const isDraft = asksForDraft(text);
  if (!isDraft && textWork.test(text)) return clauses;
  /** A text may say the same a thousand times. */
  const read = new Map<string, readonly Clause[]>();
  for (const whole of isDraft ? besideDraft(sentencesOf(text)) : sentencesOf(text)) {
    if (whole.length > longestSentence) continue;
    if (isIronic(whole)) break;
    const said = read.get(whole) ?? unfolded(whole.replace(opening, '').trim()).flatMap((each) => statedIn(each, names));
    read.set(whole, said);
    clauses.push(...said);
  }
  return clauses;
}

function statedIn(said: string, names: ReadonlySet<string>): readonly Clause[] {
  const sentence = startingWithName(said, names);
  const { found, beside } = orderIn(sentence);
  if (found) return [...beside.flatMap((each) => statedIn(each, names)), found];
  if (isNotMeant(sentence)) return [];
  const whole = eachPastime(coordinated(sentence.replace(politeRequest, '')));
  const written = writtenOut(withNewValues(withOwner(withNames(whole))));
  const bare = withSubject(withJobs(withoutContrast(plainlyParted(inOrder(completed(written))))));
  if (isNotMeant(bare)) return [];
  const isQuestion = /\?["')\]]*$/.test(bare) && !politeRequest.test(sentence);
  const stated = isQuestion ? statedBeforeQuestion(bare) : bare;
  if (stated === '') return [];
  return divide(stated, names)
    .flatMap(partsOfWork)
    .map(trimEnds)
    .filter((text) => text !== '' && !isNotMeant(text))
    .map((text) => ({ text, order: null }));
}

/** "Rocky's off the pills", "Jane's moved": neither is something of theirs. */
const shortIs =
  /^(\p{Lu}[\p{L}-]*)['’]s (?=(?:off|on|in|at|from|with|an?|the|not|now|also|no longer|allergic|vegan|vegetarian|pregnant|married|divorced|retired|single|back|called|named)\b(?! (?:birthday|wedding|name)\b))/u;
const shortHas =
  /^(\p{Lu}[\p{L}-]*)['’]s (?=(?:(?:just|now|already|recently) )?(?:been|got|had|gone|left|moved|quit|lost|become|stopped|started|switched|changed|turned|retired|died|passed away)\b)/u;

/** "peanut died last night", of a hamster called Peanut. */
function startingWithName(sentence: string, names: ReadonlySet<string>): string {
  const written = capitalised(sentence);
  if (!names.has(/^\p{Lu}[\p{L}-]*/u.exec(written)?.[0] ?? '')) return sentence;
  return written.replace(shortIs, '$1 is ').replace(shortHas, '$1 has ');
}

/** Only what the writer says: no code, no quoted mail, no other's first person in quotes, nothing that a line ending in ":" announces. */
function spoken(message: string): string {
  return withTopics(selfCorrected(spelled(message.slice(0, longestMessage))))
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ [:;]-?[()DPO](?= \p{L})/gu, '.')
    .replace(/(?<=\p{L}) (?:lol|lmao|rofl|haha(?:ha)*|xd)(?= \p{L})/giu, '.')
    .replace(/\b[Ii]m\b/g, "I'm")
    .replace(/\b[Ii]ve\b/g, "I've")
    .replace(/ ?\n[ \n]*/g, '\n')
    .replace(/^ ?>.*$/gm, ' ')
    .replace(/((?:^|\n)(?:please )?(?:remember|note)(?: this| that)?:) ?\n/gi, '$1 ')
    .replace(/: ?\n[\s\S]*$/, '.')
    .replace(/["“][^"“”]*["”]/g, (quote) => (/\b(?:i|i'm|my|we)\b/i.test(quote) ? '""' : quote))
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\bnever,? ever\b/gi, 'never')
    .replace(/\b(we) (?:all|both) (?=\p{Ll})/giu, '$1 ')
    .replace(/\b(my (?:\w+'s )?name)'s\b/gi, '$1 is')
    .replace(
      /\b(i|we)(?:(?:'ve| have) got|'ve(?= (?:an?|two|three|four|five|\d+|no) )) (?!to\b|into\b|it\b|that\b|this\b)/gi,
      '$1 have ',
    )
    .replace(
      /\b(is|are|was|were|'m)(?: not|n't) ((?:called|named) )?[^,.;!?]{1,60}?(?:,? but (?:rather )?(?!(?:i|we|my|our|she|he|they|it|you)\b)|, (?:it|he|she)'s (?:called )?)(?=\S)/gi,
      '$1 $2',
    )
    .replace(
      /\b(i'm|i am|my name is) (\p{Lu}[\p{L}-]+), (?:i'm |and )?(\d{1,2})(?: years old)?(?=[,.!;]|$| and\b)/giu,
      "$1 $2. I'm $3 years old",
    )
    .replace(/\b(i'm|i am) (\d{1,2})(?: years old)?, (?=an? \p{Ll})/giu, "$1 $2 years old. I'm ")
    .replace(/\b(i'm|i am) (\d{1,2})(?: years old)?,? and (?!(?:i|i'm|my|we)\b)/gi, "$1 $2 years old. I'm ")
    .replace(/\bwe(?:'re| are) (?=an? (?:family|household) of\b)/gi, 'we have ')
    .replace(
      /\b((?:don't|do not|no longer) work (?:at|for) [^,.;!?]{1,60}?),? (?:but )?(?:(?:i'm|i am) (?:now )?|now (?:i'm|i am) )at (?=\p{Lu})/giu,
      '$1, I work at ',
    )
    .replace(/\b(my|our) gf\b/gi, '$1 girlfriend')
    .replace(/\b(my|our) bf\b/gi, '$1 boyfriend')
    .replace(/\b(do|does|did|is|are|was|were|have|has|had|could|would|should)nt\b/gi, "$1n't")
    .replace(/\b(ca|wo)nt\b/g, "$1n't")
    .trim();
}

/** "I am vegan, what can I cook?" states something before it asks: what it states; empty: it only asks. */
export function statedBeforeQuestion(sentence: string): string {
  const breaks = sentence.matchAll(/\s*(?:[,;–—]|\s-)\s+(?:(?:so|and|but)\s+)?|\s+(?:so|and|but)\s+/gi);
  for (const { index, 0: mark } of breaks) {
    if (asking.test(sentence.slice(index + mark.length))) return sentence.slice(0, index);
  }
  return '';
}

const eater =
  "\\p{Lu}[\\p{L}'’-]+ (?:is (?:also )?(?:a )?(?:vegetarian|vegan|pescatarian|lactose intolerant|gluten[- ]free|coeliac|celiac|allergic)|(?:doesn't|can't|cannot|does not) (?:eat|drink))\\b";
/** "Tom doesn't eat pork, Lena is vegetarian": of each who eats with the writer a statement. */
const ofEaters = new RegExp(`^(?!I\\b)${eater}`, 'u');
const joinOfEaters = new RegExp(`,? and (?=${eater})|[,;] (?=${eater})`, 'u');

/** Parts of a sentence are looked at only if it begins with its writer or somebody they know: "He said … and I …" is not theirs. */
function divide(sentence: string, names: ReadonlySet<string>): readonly string[] {
  const isOfKnown = names.has(/^\p{Lu}[\p{L}-]*/u.exec(sentence)?.[0] ?? '');
  if (isDoneTogether(sentence)) return [];
  if (ofEaters.test(sentence)) return sentence.split(joinOfEaters);
  if (coupled.test(sentence)) return sentence.split(/\s*;\s+/);
  if (!firstPerson.test(sentence) && !isOfKnown) return sentence.split(joinOfOthers);
  return sentence
    .split(isOfKnown ? joinOfKnown : join)
    .flatMap((clause) => clause.split(joinOfNamed))
    .flatMap((clause) => (/^(?:i|we) /i.test(clause) ? clause.split(remark) : [clause]))
    .flatMap((clause) =>
      clause.split(
        /,\s+(?:and\s+)?(?=(?:her|his|its) (?:name|(?:phone |mobile )?number|e-?mail|birthday|address|teacher|doctor|coach|boss|vet|school|team)\b|it(?:'s| is) (?:called|named) \p{Lu})/u,
      ),
    )
    .flatMap((clause) => {
      const [, first, second] =
        samePerson.exec(clause) ??
        doneNext.exec(clause) ??
        byDay(clause) ??
        ofThing(clause) ??
        likings.exec(clause)?.map((part, index) => (index === 1 ? `I ${part}` : part)) ??
        [];
      if (first === undefined || second === undefined) return [clause];
      return [first, /^(?:my|our) /i.test(second) ? second : `I ${second}`];
    });
}

function ofThing(clause: string): readonly string[] | null {
  const [, thing, is, more] = ofItself.exec(clause) ?? [];
  return thing === undefined ? null : [clause, `${thing} ${is}`, `${thing} is ${more}`];
}

/** "My car is a Focus and it's due for its MOT": two things of one. */
const ofItself =
  /^((?:my|our) (?:[\p{Ll}-]+ ){0,2}?[\p{Ll}-]+) (is (?:an? |the )?.+?),? and it(?:'s| is) (?!called\b|named\b)(.+)$/iu;

/** What is said of each place, behind the whole clause; `null`: it is of one place. */
function byDay(clause: string): readonly string[] | null {
  const [, who, verb, one, other] = placesByDay.exec(clause) ?? [];
  return who === undefined ? null : [clause, `${who} ${one}`, `${verb} ${other}`];
}

function trimEnds(clause: string): string {
  const isOpen = /\([^)]*$|\[[^\]]*$/.test(clause.replace(/[)\]][\s.!?]*$/, ''));
  const bare = clause
    .replace(opening, '')
    .replace(isOpen ? /(?:[\s.!?,;:…])+$/u : /(?:[\s.!?,;:…)\]]|\p{Extended_Pictographic}|\uFE0F)+$/u, '')
    .replace(rememberIt, '')
    .replace(/,? (?:and|but) (?:i |we )?(?:have |'ve )?never looked back$/i, '')
    .replace(
      /^((?:i|i'm|i've|we|we've|my|our) .+), (?:and |but )?(?:i |we )?(?:already )?(?:lov|hat|enjoy|lik)(?:e|ing)? it(?: so far| there| here)?$/i,
      '$1',
    )
    .replace(requested, '')
    .replace(/,\s+not\s+(?:an?\s+|in\s+|at\s+)?[\p{L}\p{N}'-]+(?:\s+\p{Lu}[\p{L}'-]+)*$/u, '')
    .replace(/(?<=\b(?:called|named) \p{Lu}[\p{L}'-]+) not \p{Lu}[\p{L}'-]+$/u, '')
    .replace(
      /,?\s+(?:by the way|btw|tbh|imo|imho|ngl|fwiw|afaik|though|lol|lmao|xd|haha|too|as well|you know|actually|(?<!right )now|from now on|as of now|these days|please)$/i,
      '',
    );
  return bare.replace(/\s+/g, ' ').trim();
}
