import type { Reply } from '../wires/wire.ts';

/** More of a reply is not looked at: it is stored without its middle anyway. */
const mostCharacters = 1_048_576;

/** A reply as it comes, on any wire: empty at first. It holds so much text and no more. */
export class GrowingReply {
  /** As the upstream named it; `null`: it has not. */
  id: string | null = null;
  #text = '';
  #hasEnded = false;
  #isCut = false;
  #isOver = false;
  #hasFailed = false;

  get reply(): Reply {
    return {
      text: this.#text,
      isWhole: this.#hasEnded && !this.#isCut && !this.#hasFailed,
      isOver: this.#isOver || this.#hasFailed,
      id: this.id,
    };
  }

  /** More of its text. What is no text is left out. */
  add(piece: unknown): void {
    if (typeof piece === 'string' && this.#text.length < mostCharacters) this.#text += piece;
  }

  /** The upstream says that no more text comes; `isCut`: as a limit of its length or a filter has cut it. One that was cut is not whole, whatever comes behind. */
  end(isCut = false): void {
    this.#hasEnded = true;
    if (isCut) this.#isCut = true;
  }

  /** The last event of its stream has come. */
  close(): void {
    this.#isOver = true;
  }

  /** The upstream reports an error: it is not whole, and nothing more comes. */
  fail(): void {
    this.#hasFailed = true;
  }
}
