/** Something whose size can change while it is in memory. */
interface Sized {
  readonly bytes: number;
}

/** Keeps what was used last, as long as all of it together is not larger than a number of bytes. The newest always stays. */
export class ByteCache<Key, Value extends Sized> {
  readonly #maxBytes: number;
  readonly #values = new Map<Key, Value>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Without counting as a use. */
  peek(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  get(key: Key, load: () => Value): Value {
    const known = this.#values.get(key);
    const value = known ?? load();
    // A Map keeps the order of insertion: putting it in again makes it the most recently used.
    this.#values.delete(key);
    this.#values.set(key, value);
    if (!known) this.trim();
    return value;
  }

  drop(key: Key): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }

  /** Lets go of what is too much; `get` does so when it loads, but values grow while they are in memory. */
  trim(): void {
    let bytes = 0;
    for (const value of this.#values.values()) bytes += value.bytes;
    for (const [key, value] of this.#values) {
      if (bytes <= this.#maxBytes || this.#values.size === 1) return;
      bytes -= value.bytes;
      this.#values.delete(key);
    }
  }
}
