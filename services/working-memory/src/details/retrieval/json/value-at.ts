import { OperationError } from '@agent-mem/contract';
import type { Sliced } from '@agent-mem/runtime';
import { JsonTokens, notJson } from './json-tokens.ts';

/** Where a value stands in a JSON text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Names of members that an error lists. */
const mostNames = 20;

/** Finds the value at a JSON pointer (RFC 6901); what stands beside its way is read over. Throws `not-found` where nothing stands there, and `invalid-argument` for what is no JSON. */
export function* spanAt(text: string, pointer: string): Sliced<Span> {
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new OperationError('invalid-argument', 'json_pointer: must be empty or begin with /, as in /items/0/name');
  let span = yield* wholeValue(text);
  let path = '';
  for (const step of pointer.split('/').slice(1)) {
    path += `/${step}`;
    const { child, others } = yield* childOf(text, span, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (child === null) throw new OperationError('not-found', `json_pointer: nothing stands at ${path}; ${others}`);
    span = child;
  }
  return span;
}

function* wholeValue(text: string): Sliced<Span> {
  const tokens = new JsonTokens(text);
  const first = tokens.next();
  const { start } = tokens;
  yield* readOver(tokens, first);
  const { end } = tokens;
  if (tokens.next() !== '') throw notJson();
  return { start, end };
}

/** The member or element of a name, the last of several; `others` says what else there is. */
function* childOf(text: string, { start }: Span, name: string): Sliced<{ readonly child: Span | null; readonly others: string }> {
  const tokens = new JsonTokens(text, start);
  const open = tokens.next();
  if (open !== '{' && open !== '[') return { child: null, others: 'what stands before it has no members' };
  const close = open === '{' ? '}' : ']';
  let child: Span | null = null;
  let count = 0;
  const names: string[] = [];
  for (let token = tokens.next(); token !== close; count += 1) {
    const own: string = open === '{' ? nameOf(token, tokens) : String(count);
    const first = open === '{' ? tokens.next() : token;
    const at = tokens.start;
    yield* readOver(tokens, first);
    if (own === name) child = { start: at, end: tokens.end };
    if (names.length < mostNames) names.push(own);
    token = tokens.next();
    if (token === close) continue;
    if (token !== ',') throw notJson();
    token = tokens.next();
    if (token === close) throw notJson();
  }
  const more = count > names.length ? ' …' : '';
  return { child, others: open === '[' ? `the list has ${count} elements` : `there are ${names.join(', ')}${more}` };
}

function nameOf(token: string, tokens: JsonTokens): string {
  if (!token.startsWith('"') || tokens.next() !== ':') throw notJson();
  return JSON.parse(token) as string;
}

/** Reads to the end of a value whose first token was read. */
function* readOver(tokens: JsonTokens, first: string): Sliced<void> {
  const open: string[] = [];
  for (let token = first; ; token = tokens.next()) {
    if (token === '{') open.push('}');
    else if (token === '[') open.push(']');
    else if (token === '}' || token === ']') {
      if (open.pop() !== token) throw notJson();
    } else if (token === '' || (open.length === 0 && /^[:,]/.test(token))) throw notJson();
    if (open.length === 0) return;
    if (tokens.isSliceOver()) yield;
  }
}
