import { OperationError } from '@agent-mem/contract';
import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** A value in a JSON text, with its position there. */
export type JsonValue = Node;

/** A JSON text and the object that it is. */
export interface JsonText {
  readonly text: string;
  readonly root: JsonValue;
}

/** A tree of so many values takes a twentieth of a second, in which no other request goes on; programs send some ten thousand. */
const mostValues = 500_000;

/** Reads a body; `null`: it is no JSON object in UTF-8, which the upstream may refuse. Throws `out-of-range` for one of too many values. */
export function readJson(body: Uint8Array): JsonText | null {
  const text = utf8(body);
  if (text === null) return null;
  if (hasMoreValues(text, mostValues)) throw tooManyValues();
  try {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { disallowComments: true });
    return root?.type === 'object' && errors.length === 0 ? { text, root } : null;
  } catch {
    // Nested so deep that no parser follows.
    return null;
  }
}

function utf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function tooManyValues(): OperationError {
  const most = mostValues.toLocaleString('en');
  return new OperationError(
    'out-of-range',
    `The request must have at most ${most} JSON values; send what needs more without memory, to the model's own server`,
  );
}

const [quote, comma, colon, bracket, backslash, brace] = [...'",:[\\{'].map((each) => each.charCodeAt(0));

/** Whether a JSON text has more values than so many, by what begins or parts them; names of members count. */
function hasMoreValues(text: string, most: number): boolean {
  let values = 0;
  let isInString = false;
  for (let at = 0; at < text.length && values <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) isInString = !isInString;
    else if (isInString && code === backslash) at += 1;
    else if (!isInString && (code === comma || code === colon || code === bracket || code === brace)) values += 1;
  }
  return values > most;
}

/** A member of an object; `undefined`: it has none, or the value is no object. Of several of one name the last holds, as for JSON.parse. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (value?.type !== 'object') return undefined;
  return value.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1];
}

/** The elements of a list; of another value none. */
export function elements(value: JsonValue | undefined): readonly JsonValue[] {
  return value?.type === 'array' ? (value.children ?? []) : [];
}

/** The elements of a list; another value as its only one. */
export function oneOrMore(value: JsonValue | undefined): readonly JsonValue[] {
  return value === undefined || value.type === 'array' ? elements(value) : [value];
}

/** The text that the value is; `null`: it is none. */
export function textOf(value: JsonValue | undefined): string | null {
  return value?.type === 'string' ? String(value.value) : null;
}

/** The value, written anew. */
export function writtenAnew(value: JsonValue | undefined): string {
  return value ? JSON.stringify(getNodeValue(value)) : '';
}

/** The text of a member; `null`: it has none. */
export function textMember(value: JsonValue | undefined, name: string): string | null {
  return textOf(member(value, name));
}
