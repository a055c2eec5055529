import { aboutMe } from './statement-i.ts';
import { aboutMine } from './statement-my.ts';
import { statementWithOthers } from './statement-we.ts';
import { thirdPerson } from './third-person.ts';

/** A statement about the user. */
export interface Statement {
  readonly text: string;
  /** Whom "she" or "he" in the next clause means; `null`: nobody. */
  readonly subject: string | null;
}

const request =
  /^(?:please\s+)?(?:remember|note|don't forget|do not forget|keep in mind|bear in mind)\b(?:\s+that\b|\s*[:,–-])?\s+(?!to\b|when\b|where\b|which\b|why\b|if\b|whether\b|how\b|me\b|the time\b|what\b|who\b)(.+)$/i;
const says =
  /\b(?:is|are|was|were|has|have|had|must|should|needs?|lives?|works?|will|can|cannot|can't|costs?|starts?|ends?|uses?)\b/i;

/** The statement of one clause about its writer, or `null`. `she` is whom a pronoun at its beginning means. */
export function statementOf(clause: string, she: string | null): Statement | null {
  const asked = request.exec(clause)?.[1];
  if (asked !== undefined) return statementOf(asked, null) ?? asGiven(asked);
  const called =
    /^(?:(?:you can|i want you to|please|just|everyone|everybody|people|friends|my friends) )*calls? me ((?:\p{Lu}[\p{L}'-]*)(?: \p{Lu}[\p{L}'-]*)?)$/iu.exec(
      clause,
    )?.[1];
  if (called !== undefined && /^\p{Lu}/u.test(called)) return { text: `The user wants to be called ${called}`, subject: null };
  return statementWithOthers(clause) ?? aboutMine(clause) ?? aboutMe(clause) ?? (she === null ? null : aboutThem(clause, she));
}

/** Told to remember it, so it is kept as it was said. */
function asGiven(text: string): Statement | null {
  if (!says.test(text) || text.split(' ').length < 3 || /\byou(?:r|rs)?\b/i.test(text)) return null;
  const statement = thirdPerson(text);
  return { text: statement.charAt(0).toUpperCase() + statement.slice(1), subject: null };
}

/** "She works at Nokia" after "My wife is Anne". */
function aboutThem(clause: string, who: string): Statement | null {
  const match =
    /^(?:she|he)(?:'s|\s+(is|was|has|had|lives|works|loves|likes|hates|prefers|studies|speaks|plays|teaches|moved|died|owns|drives))\s+(.+)$/i.exec(
      clause,
    );
  const rest = match?.[2];
  if (rest === undefined || /\byou(?:r|rs)?\b/i.test(rest)) return null;
  const verb = match?.[1] ?? (/^(?:been|got)\b/i.test(rest) ? 'has' : 'is');
  return { text: `${who} ${verb.toLowerCase()} ${thirdPerson(rest)}`, subject: who };
}
