import { conceptsOf } from '../../question/concepts.ts';
import type { KnownFact } from '../../question/known-fact.ts';
import { valuesIn } from './values.ts';

const stopping = /\b(?:stopped|quit|gave up|given up|came off|am off|['’]m off|no longer (?:take|use|have|need)|instead of)\b/i;
const goesOn = /, (?:and |but )?(?=(?:now )?(?:i|we|i['’]m|we['’]re|he|she|it)\b)/i;
/** "Our flight to Rome", "the call with Ida": which one of several. */
const which =
  /\b(?:flight|trip|train|journey|meeting|appointment|call|lunch|dinner) (?:to|with|in|for) (?:\p{Ll}+ )?(\p{Lu}[\p{L}'’-]+)/gu;

/**
 * Whether a text says its value of something else than a fact is about. "I stopped taking metoprolol, I take bisoprolol 5 mg now" says nothing of how much
 * metoprolol one takes, and "our flight to Rome" nothing of a flight to Lisbon.
 */
export function isOfAnother(text: string, { concepts }: Pick<KnownFact, 'concepts'>): boolean {
  const named = [...text.matchAll(which)].map(([, name = '']) => name);
  const spoken = [...conceptsOf(named.join(' ')), ...conceptsOf(withoutValues(insteadIn(text)))];
  return spoken.some((each) => !concepts.has(each));
}

/** What one goes on with who has stopped something; empty: nothing has stopped. */
function insteadIn(text: string): string {
  const at = text.search(stopping);
  return at < 0 ? '' : text.slice(at).split(goesOn).slice(1).join(' ');
}

function withoutValues(text: string): string {
  return valuesIn(text).reduceRight(
    (rest, { index, text: value }) => rest.slice(0, index) + rest.slice(index + value.length),
    text,
  );
}
