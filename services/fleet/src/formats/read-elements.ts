import { membersOf } from '@agent-mem/contract';
import { JSONParser } from '@streamparser/json';
import { linesOf } from '../maintenance/lines.ts';
import type { Element } from './record.ts';

/** An object that is written over several lines is read whole, and so has a bound. */
const objectMaxBytes = 64 * 1024 * 1024;

/** A file that begins with so many lines that are no JSON is no such file. */
const mostLinesBeforeJson = 20;

/**
 * The records of a JSON file: the elements of a list, one at a time; of JSON lines each line; of an object the list in one of its members, else the object itself.
 * A record that cannot be read is an error, and the rest goes on; a list that is broken ends there.
 */
export async function* elementsOf(bytes: AsyncIterable<Uint8Array>, lists: readonly string[]): AsyncIterable<Element> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const rest = { [Symbol.asyncIterator]: () => iterator };
  const whole = (async function* () {
    yield first.value;
    yield* rest;
  })();
  const start = Buffer.from(first.value)
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart();
  yield* start.startsWith('[') ? elementsOfList(whole) : fromJsonOn(elementsOfLines(whole, lists));
}

/** Where a file begins with lines that are no JSON, and has no others so far, the first error stands for the file. */
async function* fromJsonOn(elements: AsyncIterable<Element>): AsyncIterable<Element> {
  let held: Element[] = [];
  let isJson = false;
  for await (const element of elements) {
    isJson ||= !('error' in element);
    held.push(element);
    if (!isJson && held.length < mostLinesBeforeJson) continue;
    if (!isJson) break;
    yield* held;
    held = [];
  }
  const [first] = held;
  if (!first || !('error' in first)) return;
  yield held.length === 1
    ? first
    : { at: first.at, error: `${first.error}; nor are the lines after it, so the file is left out` };
}

async function* elementsOfList(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Element> {
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
  let ready: Element[] = [];
  let failed: string | null = null;
  let count = 0;
  parser.onValue = ({ value }) => {
    count += 1;
    ready.push({ at: `[${count - 1}]`, value });
  };
  parser.onError = (error) => {
    failed = error.message;
  };
  for await (const piece of bytes) {
    try {
      if (failed === null) parser.write(piece);
    } catch (error) {
      failed = error instanceof Error ? error.message : String(error);
    }
    yield* ready;
    ready = [];
    if (failed !== null) break;
  }
  if (failed === null && !parser.isEnded) failed = 'the list has no end';
  if (failed !== null) yield { at: `[${count}]`, error: `no JSON from here on: ${failed}` };
}

async function* elementsOfLines(bytes: AsyncIterable<Uint8Array>, lists: readonly string[]): AsyncIterable<Element> {
  let number = 0;
  let isObject = false;
  let text = '';
  for await (const raw of linesOf(bytes)) {
    const line = raw.replace(/^\uFEFF/, '');
    number += 1;
    if (isObject) {
      text += `\n${line}`;
      if (text.length > objectMaxBytes) break;
    } else if (line.trim() !== '') {
      const value = parsed(line);
      if (value.error === undefined) yield* recordsOf(value.value, `line ${number}`, lists);
      else if (number === 1 && /^\{(?:\s*"[^"]*"(?:\s*:)?(?:\s*[[{])?)?$/.test(line.trim())) {
        isObject = true;
        text = line;
      } else yield { at: `line ${number}`, error: `no JSON: ${value.error}` };
    }
  }
  if (!isObject) return;
  const { value, error } = text.length > objectMaxBytes ? { error: 'the object is too large; make it JSON lines' } : parsed(text);
  if (error !== undefined) yield { at: 'line 1', error: `no JSON: ${error}` };
  else yield* recordsOf(value, '$', lists);
}

function* recordsOf(value: unknown, at: string, lists: readonly string[]): Iterable<Element> {
  const members = membersOf(value);
  const name = lists.find((each) => Array.isArray(members[each]));
  const list = name === undefined ? undefined : members[name];
  if (!Array.isArray(list)) yield { at, value };
  else for (const [index, element] of list.entries()) yield { at: `${at}.${name}[${index}]`, value: element };
}

function parsed(text: string): { readonly value?: unknown; readonly error?: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
