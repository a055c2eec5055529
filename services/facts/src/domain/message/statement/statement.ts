import type { Clause } from '../clauses.ts';
import { asOwn } from './by-article.ts';
import { isName } from './names.ts';
import { ofTheUser, type Statement } from './of-the-user.ts';
import { aboutWork, isOfWork } from './of-work.ts';
import { placed } from './placed.ts';
import { standingInstruction } from './standing-instruction.ts';
import { aboutMe } from './statement-i.ts';
import { aboutMine } from './statement-my.ts';
import { aboutOthers } from './statement-others.ts';
import { aboutSomeone } from './statement-someone.ts';
import { statementWithOthers } from './statement-we.ts';
import { thirdPerson } from './third-person.ts';

const asking =
  /^(?:(?:please|always|also|i (?:want|need) you to|i'd like you to|you (?:should|must)|make sure (?:you|to)) )*(?:remember|(?:make|take) (?:a )?note|note|don't forget|do not forget|never forget|keep in mind|bear in mind)\b/i;
/** What follows is to be remembered, whatever it says: "that the bus leaves at 9", ": the bus leaves at 9". */
const given =
  /^(?:\s*:|\s+(?:this|that)\s*[:,–—-]|\s+that(?!\s+(?:time|day|night|evening|morning|summer|winter|year)\s+(?:when|i|we|you|he|she|they)\b))\s+(\S+\s.+)$/i;
/** "Remember my sister is Eva": to be remembered if it is a statement. */
const mentioned =
  /^(?:\s*[,–—-])?\s+(?!to\b|that\b|this\b|when\b|where\b|which\b|why\b|if\b|whether\b|how\b|me\b|the time\b|what\b|who\b)(.+)$/i;
const says =
  /\b(?:is|are|was|were|has|have|had|must|should|needs?|lives?|works?|will|can|cannot|can't|costs?|starts?|ends?|uses?|leaves?|opens?|closes?|arrives?|departs?|takes?|goes|comes?|begins?|meets?|likes?|loves?|hates?|owns?|drives?|plays?|speaks?|means?|belongs?|expires?|runs?|stands?|hangs?|lies|fits?|moved|died|left|got|bought|sold|joined|quit)\b/i;

/** The statement of one clause about its writer, or `null`. `she` is whom a pronoun at its beginning means. */
export function statementOf({ text, order }: Clause, she: string | null, names: ReadonlySet<string>): Statement | null {
  const clause = asOwn(text);
  // What stood between them was in another's first person.
  if (clause.includes('""')) return null;
  const asked = asking.exec(clause)?.[0];
  if (asked !== undefined) return remembered(clause.slice(asked.length), order, names);
  const called =
    /^(?:(?:you (?:can|should|may|could)|i want you to|please|just|everyone|everybody|people|friends|my friends) )*calls? me ((?:\p{Lu}[\p{L}'-]*)(?: \p{Lu}[\p{L}'-]*)?)$/iu.exec(
      clause,
    )?.[1];
  if (called !== undefined && /^\p{Lu}/u.test(called)) return { text: `The user wants to be called ${called}`, subject: null };
  if (order !== null) return order;
  const spelled = /^(?:it's|it is|my name is|that's) (\p{Lu}\p{Ll}+) with (an? \p{L}+|\p{L})(?:,? .*)?$/iu.exec(clause);
  if (spelled?.[1] !== undefined && /^\p{Lu}/u.test(spelled[1]))
    return { text: `The user's name is ${spelled[1]}`, subject: null };
  const bought =
    /^new (phone|car|job|bike|laptop|address|number|flat|apartment|house|camera|tablet|guitar|dog|cat|puppy)(?:,|:| -| is) (?:an? |it's an? )?(\p{Lu}.{1,60}?|\d.{1,60}?)(?: this time)?$/iu.exec(
      clause,
    );
  if (bought?.[2] !== undefined && !/\?|^(?:who|what|how|which|please|i|we)\b/i.test(bought[2]))
    return { text: `The user's new ${bought[1]} is ${bought[2]}`, subject: null };
  const said =
    statementWithOthers(clause) ??
    aboutMine(clause) ??
    placed(clause) ??
    aboutMe(clause) ??
    aboutOthers(clause, names) ??
    aboutWork(clause, she) ??
    aboutSomeone(clause, false);
  return (
    said ??
    (she === null ? null : ((she === 'The user' || isOfWork(she) ? null : aboutThem(clause, she)) ?? noLonger(clause, she)))
  );
}

/** A request to remember: what no other rule understands is stored as it was said. */
function remembered(what: string, order: Statement | null, names: ReadonlySet<string>): Statement | null {
  if (/^ to\b/i.test(what)) return order;
  const whole = given.exec(what)?.[1];
  const text = whole ?? mentioned.exec(what)?.[1];
  if (text === undefined) return null;
  const understood = statementOf({ text, order: standingInstruction(text) }, null, names);
  if (understood !== null) return understood;
  return whole !== undefined || isStatement(text) ? { text: ofTheUser(text), subject: null } : null;
}

function isStatement(text: string): boolean {
  return says.test(text) && text.split(' ').length >= 3 && !/\byou(?:r|rs)?\b/i.test(text);
}

/** What somebody has for long. */
const theirs =
  /^(?:her|his) ((?:phone |mobile )?number|e-?mail(?: address)?|teacher|doctor|coach|boss|vet|team|birthday|job|profession|hobby|surname|nickname|nationality|address|hometown|mother tongue|school|employer|favou?rite \p{Ll}+) (is|was) (.+)$/iu;

/** "She works at Nokia" after "My wife is Anne". */
function aboutThem(clause: string, who: string): Statement | null {
  const name = /^(?:her|his|its|their) name(?: is|'s) (\p{Lu}.*)$/iu.exec(clause)?.[1];
  if (name !== undefined) return { text: `${who} is named ${name}`, subject: who };
  const match =
    /^(?:she|he)(?:'s|\s+(is|was|has|had|lives|works|loves|likes|hates|prefers|studies|speaks|plays|teaches|moved|died|owns|drives|runs|started|quit|retired|got|wants|sings|writes|goes|does|builds|makes|grows|keeps|collects|left|bought|can|can't|doesn't|no longer))\s+(.+)$/i.exec(
      clause,
    );
  const [, what, is = '', value = ''] = theirs.exec(clause) ?? [];
  if (what !== undefined && !/\byou(?:r|rs)?\b/i.test(value))
    return { text: `${who}'s ${what.toLowerCase()} ${is.toLowerCase()} ${thirdPerson(value)}`, subject: who };
  const many = /^they (are|were|have|had|live|work|love|like|hate|prefer|study|speak|play|moved|own) (.+)$/i.exec(clause);
  if (many?.[2] !== undefined && !/\byou(?:r|rs)?\b/i.test(many[2]))
    return { text: `${who} ${many[1]?.toLowerCase()} ${thirdPerson(many[2])}`, subject: who };
  const rest = match?.[2];
  if (rest === undefined || /\byou(?:r|rs)?\b/i.test(rest)) return null;
  // "She's called Ana" names her; what else she has called is of the moment.
  const called = match?.[1] === undefined || /^is$/i.test(match[1]) ? /^(?:called|named) (.+)$/i.exec(rest)?.[1] : undefined;
  if (called !== undefined)
    return isName(called.split(/,| (?:who|and|because|since)\b/)[0] ?? '')
      ? { text: `${who} is named ${called}`, subject: who }
      : null;
  const verb = match?.[1] ?? (/^(?:been|got)\b/i.test(rest) ? 'has' : 'is');
  return { text: `${who} ${verb.toLowerCase()} ${thirdPerson(rest)}`, subject: who };
}

/** "No longer a vet", said behind what somebody is now. */
function noLonger(clause: string, who: string): Statement | null {
  const what = /^(?:and )?(?:no longer|not) ((?:an?|in|at|with) .+?)(?: any ?more)?$/i.exec(clause)?.[1];
  return what === undefined || /\byou(?:r|rs)?\b/i.test(what)
    ? null
    : { text: `${who} is no longer ${thirdPerson(what)}`, subject: who };
}
