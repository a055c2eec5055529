import { isJsonObject, parsedJson } from '@agent-mem/contract';
import type { JsonObject, JsonValue } from '@agent-mem/storage';
import { lineOfMember } from '../document/line-of-member.ts';
import { MalformedFile } from '../document/malformed-file.ts';

interface Form {
  readonly is: (value: JsonValue) => boolean;
  readonly words: string;
}

// YAML reads a name of digits as a number.
const text: Form = { is: (value) => typeof value === 'string' || typeof value === 'number', words: 'a text' };

/** The form of each member that memory reads in the front matter of a fact. */
const forms: Readonly<Record<string, Form>> = {
  ...Object.fromEntries(
    ['conversation_id', 'source', 'timestamp', 'subject', 'predicate', 'object', 'valid_from', 'valid_to', 'key'].map((name) => [
      name,
      text,
    ]),
  ),
  tags: { is: (value) => Array.isArray(value) && value.every(text.is), words: 'a list of texts, such as [home, travel]' },
  confidence: { is: (value) => typeof value === 'number', words: 'a number from 0 to 1' },
  metadata: { is: isJsonObject, words: 'members with values' },
  metadata_json: {
    is: (value) => typeof value === 'string' && isJsonObject(parsedJson(value)),
    words: 'the JSON of an object, as a text',
  },
};

/** Throws `MalformedFile`, with the line in the file's text, where a person gave a member that memory reads another form. */
export function checkMembers(members: JsonObject, file: string): void {
  for (const [name, { is, words }] of Object.entries(forms)) {
    const value = members[name];
    if (value !== undefined && !is(value))
      throw new MalformedFile(lineOfMember(file, name) ?? 1, `${name}: must be ${words}, got ${JSON.stringify(value)}`);
  }
}
