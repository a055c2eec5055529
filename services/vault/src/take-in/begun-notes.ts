import { BoundedMap, canonicalJson } from '@agent-mem/contract';
import type { HandChange } from '@agent-mem/vault';

/** A new note, as it was read. */
export type Note = Pick<Extract<HandChange, { change: 'added' }>, 'path' | 'modifiedAt' | 'document'>;

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
   * of before is surely no other.
   */
  before({ path, modifiedAt, document }: Note): BegunNote | null {
    const begun = this.#byPath.get(path);
    if (!begun || modifiedAt - begun.modifiedAt > pauseMs) return null;
    const goesOn = document.body.startsWith(begun.document.body.trimEnd());
    return goesOn && canonicalJson(document.members) === canonicalJson(begun.document.members) ? begun : null;
  }
}
