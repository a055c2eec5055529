import type { SensitiveFinding } from '@agent-mem/contract';
import { type SensitivePolicy, screenText } from '@agent-mem/policy';
import type { JsonValue } from '@agent-mem/storage';
import type { ConversationDocument } from './document.ts';

/** The members of a document that people and programs wrote; the others are ids, times and numbers. */
const written = new Set([
  'title',
  'summary',
  'tags',
  'metadata',
  'metadata_json',
  'content',
  'abstract',
  'reasoning',
  'speaker',
  'file',
  'symbol',
]);
const writtenByTools = new Set(['arguments', 'result', 'error', 'query']);

/** The document as it may be stored, and what was found. Throws `failed-precondition` with the JSON path where it is to be refused. */
export function screenDocument(
  document: ConversationDocument,
  policy: SensitivePolicy,
): { readonly document: ConversationDocument; readonly found: readonly SensitiveFinding[] } {
  const found: SensitiveFinding[] = [];
  const screen = (value: JsonValue, path: string, name: string, isWritten: boolean): JsonValue => {
    if (typeof value === 'string') {
      if (!isWritten) return value;
      const screened = screenText({ text: value, path, name }, policy);
      found.push(...screened.found);
      return screened.thing;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((each, index) => screen(each, `${path}[${index}]`, name, isWritten));
    return Object.fromEntries(
      Object.entries(value).map(([member, each]) => {
        // The content of a message has members of its own.
        const inside = name !== 'messages' && isWritten;
        const isText = inside || ((written.has(member) || writtenByTools.has(member)) && !isParts(member, each));
        return [member, screen(each, `${path}.${member}`, member, isText)];
      }),
    );
  };
  // A document is plain JSON, and only its texts are replaced.
  const screened = screen(document as unknown as JsonValue, '$', '', false) as unknown as ConversationDocument;
  return { document: screened, found };
}

function isParts(member: string, value: JsonValue): boolean {
  return member === 'content' && typeof value === 'object';
}
