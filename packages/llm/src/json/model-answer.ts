import { isJsonObject } from '@agent-mem/contract';
import { jsonExtent } from './json-extent.ts';
import { jsonTexts, parseMended } from './model-json.ts';
import { withoutThinking } from './without-thinking.ts';

/** The list that a model wrote. */
export interface ModelList {
  readonly entries: readonly unknown[];
  /** False: it breaks off, and what would stand behind its entries is not known. */
  readonly isWhole: boolean;
}

/**
 * Reads the list that a model was asked for as JSON. Thinking, prose and fences around it are left out. The list may stand in an object
 * (`{"facts": [...]}`), its objects one a line, or one object in its stead; of a list that was cut off, the elements that are whole count.
 * Throws a `SyntaxError` where nothing of that, or more than one of it, is there.
 */
export function readModelList(answer: string): ModelList {
  const text = withoutThinking(answer);
  const values = valuesIn(text);
  const lists = values.flatMap((value) => listsIn(value)).filter((list) => !isReference(list));
  const [list, other] = lists;
  if (other) throw new SyntaxError('there is more than one list in it');
  if (list) return { entries: list, isWhole: true };
  if (values.some(isList)) return { entries: [], isWhole: true };
  const objects = values.filter(isJsonObject);
  if (objects.length > 0) return { entries: objects, isWhole: jsonTexts(text).every(({ isWhole }) => isWhole) };
  const begun = wholeElements(text);
  if (begun.length > 0) return { entries: begun, isWhole: false };
  throw new SyntaxError(/[[{]/.test(text) ? 'its JSON breaks off' : 'there is no JSON in it');
}

/** Reads the object that a model was asked for, in the same way; one alone in a list is it, too. One that breaks off is none. */
export function readModelObject(answer: string): Readonly<Record<string, unknown>> {
  const values = valuesIn(withoutThinking(answer)).flatMap((value) => (isList(value) && value.length === 1 ? value : [value]));
  const [object, other] = values.filter(isJsonObject);
  if (other) throw new SyntaxError('there is more than one object in it');
  if (object) return object;
  throw new SyntaxError(/\{/.test(answer) ? 'its JSON breaks off' : 'there is no object in it');
}

/** The objects and lists that can be read; of a text with fences, those in fences. */
function valuesIn(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    const fenced = text
      .split('```')
      .slice(0, -1)
      .flatMap((part, index) => (index % 2 === 1 ? jsonTexts(part) : []));
    const whole = (fenced.length > 0 ? fenced : jsonTexts(text)).filter(({ isWhole }) => isWhole);
    return whole.flatMap(({ json }) => {
      try {
        return [parseMended(json)];
      } catch {
        return [];
      }
    });
  }
}

/** The value, or the one list in an object: where it holds more than that list, one of objects. */
function listsIn(value: unknown): readonly (readonly unknown[])[] {
  if (isList(value)) return [value];
  if (!isJsonObject(value)) return [];
  const lists = Object.values(value).filter(isList);
  const isAlone = Object.keys(value).length === 1;
  return lists.length === 1 && (isAlone || lists.every((list) => list.length > 0 && list.every(isJsonObject))) ? lists : [];
}

/** `[1]` in prose is a note, no list of what was asked for. */
function isReference(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((entry) => typeof entry === 'number');
}

/** The elements before the break of the first list that breaks off. */
function wholeElements(text: string): readonly unknown[] {
  const elements: unknown[] = [];
  for (let at = text.indexOf('[') + 1; at > 0 && at < text.length; ) {
    if (/[\s,]/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const end = elementEnd(text, at);
    if (end === null) break;
    try {
      elements.push(parseMended(text.slice(at, end)));
    } catch {
      break;
    }
    at = end;
  }
  return elements;
}

/** Where the object, list or text that begins here ends; `null`: it is open, or is none. */
function elementEnd(text: string, at: number): number | null {
  if (/[[{]/.test(text.charAt(at))) return jsonExtent(text, at)?.end ?? null;
  const [whole] = /^"(?:[^"\\]|\\.)*"(?=\s*,)/.exec(text.slice(at)) ?? [];
  return whole === undefined ? null : at + whole.length;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
