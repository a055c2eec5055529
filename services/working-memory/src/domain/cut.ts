import { referencesIn } from '@agent-mem/contract';
import { countTokens, truncateToTokens } from '@agent-mem/recall/ranking';

const mark = '[…cut]';

/** As much of the beginning of a text as fits into so many tokens, marked where it was cut. References of the rest stay as far as they fit, the last ones first. */
export function cutToTokens(text: string, maxTokens: number): string {
  if (countTokens(text) <= maxTokens) return text;
  for (let refs = referencesIn(text).map((each) => each.text); ; refs = refs.slice(1)) {
    const tail = [mark, ...refs].join(' ');
    const head = headBeside(text, tail, maxTokens);
    if (head !== null) return [head, mark, ...refs.filter((ref) => !head.includes(ref))].join(' ').trimStart();
    if (refs.length === 0) return '';
  }
}

/** The longest beginning that fits beside the tail; two texts side by side may take a token more than apart. */
function headBeside(text: string, tail: string, maxTokens: number): string | null {
  for (let room = maxTokens - countTokens(tail); room >= 0; room -= 1) {
    const head = truncateToTokens(text, room);
    if (countTokens(`${head} ${tail}`.trimStart()) <= maxTokens) return head;
  }
  return null;
}
