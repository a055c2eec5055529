import { inEnglish } from '../languages/in-english.ts';
import { conceptsOf } from '../question/concepts.ts';
import { readStatement } from '../statements/statement-reading.ts';

/** Whether a text has all that another speaks of: "the flight to Oslo is on 12 May at ten" has what "the Oslo flight is at ten" says. */
export function saysAll(text: string, part: string): boolean {
  const spoken = new Set(conceptsOf(text));
  return conceptsOf(part).every((each) => spoken.has(each));
}

/** Whether it says so too: what denies says nothing of what holds. "Your daughter Ida lives in Bremen" says what "Ida moved to Bremen" does. */
export function saysThatToo(text: string, part: string): boolean {
  const [one, other] = [readStatement(inEnglish(text)), readStatement(inEnglish(part))];
  return one.polarity !== null && one.polarity === other.polarity && saysAll(text, part);
}
