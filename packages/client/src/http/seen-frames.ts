import type { AgentResponse } from '../generated/memory-services.ts';

/** Leaves out what was seen of a stream before it broke: the repeat has its messages whole, and from the first one. */
export class SeenFrames {
  /** Messages that were seen to their end. */
  #whole = 0;
  /** What was seen of the next one. */
  #piece = '';
  /** Messages of the repeat that have come to their end. */
  #repeated = 0;
  /** What has come of the next one in the repeat. */
  #repeatedPiece = '';

  /** What was not seen before of a stream that begins, or begins again. */
  async *unseenOf(frames: AsyncIterable<AgentResponse>): AsyncGenerator<AgentResponse, void> {
    this.#repeated = 0;
    this.#repeatedPiece = '';
    for await (const frame of frames) {
      const unseen = this.#unseen(frame);
      if (unseen) yield unseen;
    }
  }

  /** What of a frame was not seen before; null: all of it was. The last frame is never left out. */
  #unseen(frame: AgentResponse): AgentResponse | null {
    const before = this.#repeatedPiece;
    const content = before + (frame.content ?? '');
    this.#repeatedPiece = frame.end_of_message ? '' : content;
    const isSeen = this.#repeated < this.#whole;
    if (frame.end_of_message) this.#repeated += 1;
    if (isSeen) return frame.end_of_dialog ? frame : null;
    // A step that was made anew says something else: then all of it is shown.
    const seen = content.startsWith(this.#piece) || this.#piece.startsWith(content) ? this.#piece : '';
    const rest = content.slice(Math.max(before.length, seen.length));
    this.#piece = frame.end_of_message ? '' : seen.length > content.length ? seen : content;
    if (frame.end_of_message) this.#whole = this.#repeated;
    return rest === '' && !frame.end_of_message && !frame.end_of_dialog && frame.content ? null : { ...frame, content: rest };
  }
}
