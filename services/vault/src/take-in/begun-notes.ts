import { BoundedMap, canonicalJson, editDistance } from '@agent-mem/contract';
import type { HandChangeOf } from '@agent-mem/vault';

/** A new note, as it was read. */
export type Note = Pick<HandChangeOf<'added'>, 'path' | 'modifiedAt' | 'document'>;

/** A note and the fact that its text became. */
export interface BegunNote extends Note {
  readonly factId: string;
}

/** A person may pause so long in the middle of a note, in milliseconds. */
const pauseMs = 600_000;
const mostNotes = 100;

/**
 * New notes that became facts, which their writers may go on with: the file got another name, and an editor that has the note open writes the old one again. A process
 * that starts knows none, and such a note is then a fact of its own.
 */
export class BegunNotes {
  readonly #byPath = new BoundedMap<string, BegunNote>(mostNotes);

  add(note: BegunNote): void {
    this.#byPath.set(note.path, note);
  }

  /**
   * The note that this one goes on with; `null`: it is another, as where an editor gives the same name to each new note. Only a text that goes on behind the whole text
   * of before, or in which a slip of it is mended, is surely no other.
   */
  before({ path, modifiedAt, document }: Note): BegunNote | null {
    const begun = this.#byPath.get(path);
    if (!begun || modifiedAt - begun.modifiedAt > pauseMs) return null;
    return goesOnBehind(document.body, begun.document.body.trimEnd()) &&
      canonicalJson(document.members) === canonicalJson(begun.document.members)
      ? begun
      : null;
  }
}

/** A slip differs from what was meant by one letter for so many. */
const lettersForOne = 4;
/** The share of words that may have one. */
const mostSlips = 0.25;
/** A mended word of a shorter text may as well make another. */
const leastWords = 3;

/** Whether a text begins with another, but for slips that are mended in it. A figure is no slip: it says something else. */
function goesOnBehind(text: string, before: string): boolean {
  if (text.startsWith(before)) return true;
  const begun = wordsOf(before);
  const words = wordsOf(text).slice(0, begun.length);
  const other = begun.filter((word, index) => word !== words[index]);
  if (words.length < begun.length || begun.length - other.length < leastWords || other.length > begun.length * mostSlips)
    return false;
  return begun.every((word, index) => word === words[index] || isSlip(word, words[index] ?? ''));
}

function isSlip(word: string, meant: string): boolean {
  if (/\d/.test(word) || /\d/.test(meant)) return false;
  return editDistance(word, meant) <= Math.floor(Math.min(word.length, meant.length) / lettersForOne);
}

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
