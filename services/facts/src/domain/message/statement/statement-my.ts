import { animalWords, clientWords, ownWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { isName } from './names.ts';
import type { Statement } from './of-the-user.ts';
import { isOfWork } from './of-work.ts';
import { thirdPerson, thirdPersonOfOther } from './third-person.ts';

const verbs =
  "is|are|was|were|isn't|aren't|wasn't|has|have|had|lives|live|works|work|loves|love|likes|like|hates|hate|prefers|studies|speaks|plays|goes|comes|moved|died|passed|started|got|turned|turns|doesn't|don't|used to|can't|cannot|teaches|owns|drives|uses|runs|suffers|graduated|retired|bought|became|expires|expire|ends|starts|begins|costs|leaves|arrives|wants|needs|eats|drinks|wears|sings|writes|hangs|lies|stands|belongs|left|quit|joined|broke";
const mine = new CuedPattern(
  /^(?:my|our) /i,
  `^(?:my|our) ((?:(?!(?:${verbs})\\b)[\\p{L}\\p{N}'&-]+ ){1,6}?)(${verbs}) (.+)$`,
  'iu',
);
/** Behind "I live here with my wife and": "our two kids, Nils and Freja". */
const counted =
  /^(?:my|our) ((?:two|three|four|five|six|\d) (?:[\p{Ll}-]+ )?[\p{Ll}]+),? (?:called |named )?(\p{Lu}[\p{L}'’-]+(?:(?:, | and |, and )\p{Lu}[\p{L}'’-]+)+)$/u;
const alone = /^(?:my|our) ((?:[\p{L}'-]+ ){1,3}?)(died|passed away|retired|graduated)$/iu;

const beings = new RegExp(`(?:^|\\s)(?:${ownWords}|${animalWords}|${clientWords})$`, 'i');
const passing =
  /(?:^|\s)(?:question|questions|problem|issue|point|guess|bad|apologies|apology|understanding|mistake|concern|idea|thought|thoughts|code|error|request|message|opinion|query|answer|turn|script|test|tests|build|goal here|hope|assumption|advice|impression|plan here|battery|internet|connection|head|mind)$/i;
const forNow =
  /\b(?:today|tonight|right now|at the moment|this (?:morning|afternoon|evening)|broken|not working|slow|crashing|failing|killing me)\b/i;

/** "Is now 950 euros", "is now on Tuesdays": a value is said without it too. Somebody who "is now in Oslo" may be there for a while. */
const nowOfValue = /^(?:now|currently) (?=(?:an? |the |on |at )?[\p{Lu}\d€$£])/u;

/** What people are called for what they do: mostly by its ending. */
const person = /(?:er|or|ist|ian|ee|lead|head|chair|rep|contact|assistant|co-[a-z]+)$/i;

/** "My wife is Anne": "The user's wife is named Anne". */
export function aboutMine(clause: string): Statement | null {
  const [, group = '', names = ''] = counted.exec(clause.replace(/^(?:My|Our)\b/, (word) => word.toLowerCase())) ?? [];
  if (beings.test(group)) return { text: `The user has ${group}, ${names}`, subject: null };
  const lone = alone.exec(clause);
  if (lone !== null) return named(lone[1] ?? '', `${(lone[2] ?? '').toLowerCase()}`);
  const match = mine.exec(clause);
  if (match === null) return null;
  const [, thing = '', verb = '', said = ''] = match;
  const rest = said.replace(nowOfValue, '');
  const what = thing.replace(/\b(?:now|currently|also|still) /gi, '').trim();
  if (
    passing.test(what) ||
    forNow.test(rest) ||
    /\byou(?:r|rs)?\b/i.test(clause) ||
    /^(?:that|what|how|why|if|whether)\b/i.test(rest)
  ) {
    return null;
  }
  const owner = /^(.+)'s? name$/i.exec(what)?.[1];
  if (owner !== undefined && verb.toLowerCase() === 'is') return named(owner, `is named ${name(rest)}`);
  const is = /^(?:is|are)$/i.test(verb);
  const called = is ? /^(?:called|named)\s+(.+)$/i.exec(rest)?.[1] : undefined;
  if (called !== undefined) return named(what, `${verb.toLowerCase()} named ${name(called)}`);
  if (is && beings.test(what)) {
    const [first = '', after = ''] = splitName(rest.replace(/^(?:now|currently) /i, ''));
    if (isName(first)) return named(what, `${verb.toLowerCase()} named ${first}${thirdPerson(after)}`);
  }
  const isBeing = beings.test(what.replace(/(?: \p{Lu}[\p{L}'’-]+)+$/u, ''));
  const statement = named(what, `${verb.toLowerCase()} ${isBeing ? thirdPersonOfOther(rest) : thirdPerson(rest)}`);
  // "My co-maintainer is Bence": whatever they are called to the writer, "he" means them. "It" means what the writer works on.
  const isMeant = isOfWork(what) || (is && person.test(what) && isName(rest));
  return isMeant ? { ...statement, subject: `The user's ${thirdPerson(what)}` } : statement;
}

function named(what: string, predicate: string): Statement {
  // "My brother does not" live there: he is the one that "he lives in Lyon" goes on with.
  const who = what.trim().replace(/ (?:does|do|did) not$/i, '');
  const subject = beings.test(who.replace(/(?: \p{Lu}[\p{L}'’-]+)+$/u, '')) ? `The user's ${thirdPerson(who)}` : null;
  return { text: `The user's ${thirdPerson(what.trim())} ${predicate}`, subject };
}

/** The name at the beginning, and what follows it after a comma or "who". */
function splitName(rest: string): readonly [string, string] {
  const end = /,| who\b| from\b| and\b/.exec(rest)?.index ?? rest.length;
  return [rest.slice(0, end), rest.slice(end)];
}

function name(text: string): string {
  return thirdPerson(text.replace(/^["']|["']$/g, ''));
}
