import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** A value in a JSON text, with its position there. */
export type JsonValue = Node;

/** A JSON text and the object that it is. */
export interface JsonText {
  readonly text: string;
  readonly root: JsonValue;
}

/** Reads a body; `null`: it is no JSON object in UTF-8, which the upstream may refuse. */
export function readJson(body: Uint8Array): JsonText | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { disallowComments: true });
    return root?.type === 'object' && errors.length === 0 ? { text, root } : null;
  } catch {
    // No UTF-8, or nested so deep that no parser follows.
    return null;
  }
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
