import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonFormats } from './formats.ts';
import { markdownFacts } from './markdown.ts';
import { elementsOf } from './read-elements.ts';
import type { JsonFormat, Located } from './record.ts';

/** The records of a file, or of a folder of notes, in their order, one at a time. */
export async function* recordsOf(path: string, from: string): AsyncIterable<Located> {
  const format = jsonFormats[from];
  if (!format) yield* recordsOfNotes(path);
  else yield* recordsOfJson(createReadStream(path), format);
}

/** Messages that stand alone are one conversation, which comes last. */
export async function* recordsOfJson(bytes: AsyncIterable<Uint8Array>, format: JsonFormat): AsyncIterable<Located> {
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
  const isFolder = (await stat(path)).isDirectory();
  const entries = isFolder ? await readdir(path, { recursive: true }) : [''];
  for (const entry of entries.filter((each) => !isFolder || /\.(md|markdown)$/i.test(each)).toSorted()) {
    const at = entry || path;
    for (const record of markdownFacts(await readFile(join(path, entry), 'utf8'))) yield { at, record };
  }
}
