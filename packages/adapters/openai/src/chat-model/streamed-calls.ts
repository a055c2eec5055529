import type { ChatCall } from '@agent-mem/llm';
import type { CallFragment } from './message.ts';

/** Calls that come in fragments: the name and the id once, the arguments piece by piece, those of several calls in turns. */
export class StreamedCalls {
  readonly #calls = new Map<number, { id: string; name: string; text: string }>();
  #last = -1;

  /** Answers the bytes that were added. */
  add(fragments: readonly CallFragment[]): number {
    let bytes = 0;
    for (const fragment of fragments) {
      const { id, name, arguments: text } = fragment;
      const index = this.#indexOf(fragment);
      const call = this.#calls.get(index) ?? { id: '', name: '', text: '' };
      call.id ||= id;
      // Some servers send the whole name with every fragment.
      if (call.name !== name) call.name += name;
      call.text += text;
      bytes += Buffer.byteLength(text) + Buffer.byteLength(name);
      this.#calls.set(index, call);
      this.#last = index;
    }
    return bytes;
  }

  /** In the order in which the model began them. */
  get calls(): readonly ChatCall[] {
    const begun = [...this.#calls].sort(([a], [b]) => a - b);
    return begun.flatMap(([, { name, text }]) => (name === '' ? [] : [{ name, arguments: text }]));
  }

  /** Servers that number no calls begin each with a new id. */
  #indexOf({ index, id }: CallFragment): number {
    if (index !== null) {
      // Others give each call the number 0.
      const known = this.#calls.get(index);
      if (!known || id === '' || known.id === '' || known.id === id) return index;
      return this.#byId(id);
    }
    return id ? this.#byId(id) : Math.max(0, this.#last);
  }

  #byId(id: string): number {
    for (const [index, call] of this.#calls) if (call.id === id) return index;
    return Math.max(-1, ...this.#calls.keys()) + 1;
  }
}
