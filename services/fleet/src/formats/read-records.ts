import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { jsonFormats } from './formats.ts';
import { markdownFacts } from './markdown.ts';
import { notesOf, unreadable } from './notes.ts';
import { elementsOf } from './read-elements.ts';
import type { ImportRecord, JsonFormat, Located } from './record.ts';
import { wellFormed } from './well-formed.ts';

/** The records of a file, or of a folder of notes, in their order, one at a time. Their texts are well-formed Unicode. */
export async function* recordsOf(path: string, from: string): AsyncIterable<Located> {
  const format = jsonFormats[from];
  const records = format ? recordsOfJson(createReadStream(path), format) : recordsOfNotes(path);
  for await (const located of records) yield wellFormed(located);
}

/** Messages that stand alone are one conversation, which comes last. */
async function* recordsOfJson(bytes: AsyncIterable<Uint8Array>, format: JsonFormat): AsyncIterable<Located> {
  const messages: unknown[] = [];
  for await (const element of elementsOf(bytes, format.lists)) {
    const { at } = element;
    if ('error' in element) yield { at, record: { kind: 'skipped', reason: element.error } };
    else if (Array.isArray(element.value))
      for (const record of format.read({ messages: element.value }, at)) yield { at, record };
    else if (format.isMessage?.(element.value)) messages.push(element.value);
    else for (const record of format.read(element.value, at)) yield { at, record };
  }
  if (messages.length > 0) for (const record of format.read({ messages }, '$')) yield { at: '$', record };
}

async function* recordsOfNotes(path: string): AsyncIterable<Located> {
  for (const { at, file, problem } of await notesOf(path)) {
    const records = problem === null ? await factsOf(file) : [skipped(problem)];
    for (const record of records) yield { at, record };
  }
}

async function factsOf(file: string): Promise<readonly ImportRecord[]> {
  try {
    return markdownFacts(await readFile(file, 'utf8'));
  } catch (error) {
    return [skipped(unreadable(error))];
  }
}

function skipped(reason: string): ImportRecord {
  return { kind: 'skipped', reason };
}
