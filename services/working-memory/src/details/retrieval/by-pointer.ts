import { OperationError } from '@agent-mem/contract';
import type { StoredBytes } from '../read-content.ts';

/** Members of `JSON` that Node has and TypeScript's library does not know. */
interface JsonWithSource {
  parse(text: string, reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}
const json = JSON as unknown as JsonWithSource;

/** A larger document takes too long to parse: nothing else of this process goes on meanwhile. */
const mostBytes = 2 * 1024 * 1024;

/** The value at a JSON pointer (RFC 6901), as a content of its own: a text as it is, anything else as JSON. Throws `failed-precondition` where the content is too large. */
export async function valueAt(content: StoredBytes, pointer: string): Promise<StoredBytes> {
  if (content.sizeBytes > mostBytes)
    throw new OperationError(
      'failed-precondition',
      `json_pointer: reads contents of at most ${mostBytes} bytes, and this one has ${content.sizeBytes}; ask by grep, pattern, query, lines or page`,
    );
  const bytes = Buffer.from(await content.read({ offset: 0, maxBytes: content.sizeBytes }));
  const value = follow(parsed(bytes.toString()), pointer);
  const text = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return {
    memoryKey: content.memoryKey,
    sizeBytes: text.length,
    read: async ({ offset, maxBytes }) => text.subarray(offset, offset + maxBytes),
  };
}

function parsed(text: string): unknown {
  try {
    // A number stands as it was written: ours would round a long one.
    return json.parse(text, (_name, value, { source = '' }) => (typeof value === 'number' ? json.rawJSON(source) : value));
  } catch {
    throw new OperationError('invalid-argument', 'json_pointer: the content is not JSON');
  }
}

function follow(document: unknown, pointer: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new OperationError('invalid-argument', 'json_pointer: must be empty or begin with /, as in /items/0/name');
  let value = document;
  let path = '';
  for (const token of pointer.split('/').slice(1)) {
    path += `/${token}`;
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const isThere = Array.isArray(value)
      ? /^(?:0|[1-9]\d*)$/.test(name) && Number(name) < value.length
      : isObject(value) && Object.hasOwn(value, name);
    if (!isThere) throw new OperationError('not-found', `json_pointer: nothing stands at ${path}${membersOf(value)}`);
    // It is an object or a list that has it.
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function membersOf(value: unknown): string {
  if (Array.isArray(value)) return `; the list has ${value.length} elements`;
  if (!isObject(value)) return '; what stands before it has no members';
  const names = Object.keys(value);
  return `; there are ${names.slice(0, 20).join(', ')}${names.length > 20 ? ' …' : ''}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !json.isRawJSON(value);
}
