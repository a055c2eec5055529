import type { Sliced } from '@agent-mem/runtime';
import { JsonTokens } from './json-tokens.ts';

/** Of what is nested deeper, as no person reads it, each line would begin with more blanks than the whole has signs. */
const deepest = 100;

/** A JSON value as `JSON.stringify(value, null, 2)` writes it, in UTF-8; a number stands as it was written, since ours would round a long one. */
export function* indented(text: string): Sliced<Buffer> {
  const tokens = new JsonTokens(text);
  const written: Buffer[] = [];
  let slice = '';
  let depth = 0;
  let before = '';
  for (let token = tokens.next(); token !== ''; token = tokens.next()) {
    const [opens, closes] = [isOpening(token), token === '}' || token === ']'];
    if (closes) depth -= 1;
    const beginsLine = closes ? !isOpening(before) : isOpening(before) || before === ',';
    if (beginsLine) slice += `\n${'  '.repeat(Math.min(depth, deepest))}`;
    slice += token === ':' ? ': ' : plainest(token);
    if (opens) depth += 1;
    before = token;
    if (!tokens.isSliceOver()) continue;
    written.push(Buffer.from(slice));
    slice = '';
    yield;
  }
  return Buffer.concat([...written, Buffer.from(slice)]);
}

function isOpening(token: string): boolean {
  return token === '{' || token === '[';
}

/** Only what must be escaped is. */
function plainest(token: string): string {
  return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
}
