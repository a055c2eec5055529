import type { JSONPath, Node } from 'jsonc-parser';
import { additionAtEnd, nameOf, nodeAt, removal, type TextEdit } from './json-edits.ts';

/** What takes an edit back. */
export interface Undo {
  readonly offset: number;
  /** What the edit wrote there. */
  readonly written: string;
  /** What was there before. */
  readonly content: string;
}

/** A text of JSON, also with comments, that is edited in place: all that an edit does not mean stays byte for byte. */
export class ReversibleText {
  /** The last edit's first. */
  readonly undos: Undo[] = [];
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Writes a text in the place of blanks, which is all that is there. A byte order mark stays. */
  fill(content: string): void {
    const offset = this.text.startsWith('\uFEFF') ? 1 : 0;
    this.#apply({ offset, length: this.text.length - offset, content });
  }

  /** Adds a member to the object at a path, which is there. */
  addMember(path: JSONPath, name: string, value: unknown): void {
    this.#apply(additionAtEnd(this.text, this.#container(path), value, name));
  }

  /** Adds an element at the end of the list at a path, which is there. */
  addElement(path: JSONPath, value: unknown): void {
    this.#apply(additionAtEnd(this.text, this.#container(path), value));
  }

  /** Removes the member or the element at a path, which is there. */
  remove(path: JSONPath): void {
    const container = this.#container(path.slice(0, -1));
    const last = path.at(-1);
    const index = typeof last === 'number' ? last : (container.children ?? []).findIndex((member) => nameOf(member) === last);
    for (const edit of removal(this.text, container, index)) this.#apply(edit);
  }

  #container(path: JSONPath): Node {
    const node = nodeAt(this.text, path);
    if (node?.type === 'object' || node?.type === 'array') return node;
    throw new Error(`There is no object and no list at ${path.join('.')}`);
  }

  #apply({ offset, length, content }: TextEdit): void {
    this.undos.unshift({ offset, written: content, content: this.text.slice(offset, offset + length) });
    this.text = replaced(this.text, offset, length, content);
  }
}

/** The text before the edits that these take back. */
export function undone(text: string, undos: readonly Undo[]): string {
  return undos.reduce((left, { offset, written, content }) => replaced(left, offset, written.length, content), text);
}

/** The same for a text that was changed since: each edit is taken back where what it wrote still stands, once. */
export function undoneWhereFound(text: string, undos: readonly Undo[]): string {
  return undos.reduce((left, { written, content }) => {
    const at = left.indexOf(written);
    const isOnce = written !== '' && at >= 0 && left.indexOf(written, at + 1) < 0;
    return isOnce ? replaced(left, at, written.length, content) : left;
  }, text);
}

function replaced(text: string, offset: number, length: number, content: string): string {
  return text.slice(0, offset) + content + text.slice(offset + length);
}
