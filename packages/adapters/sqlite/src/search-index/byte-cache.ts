/** Something whose size can change while it is in memory. */
interface Sized {
  readonly bytes: number;
}

/** Keeps what was used last, as long as all of it together is not larger than a number of bytes. The newest always stays. */
export class ByteCache<Key, Value extends Sized> {
  readonly #maxBytes: number;
  readonly #values = new Map<Key, { readonly value: Value; bytes: number }>();
  /** Of all values, each as large as when it was last looked at. */
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Without counting as a use. */
  peek(key: Key): Value | undefined {
    return this.#values.get(key)?.value;
  }

  get(key: Key, load: () => Value): Value {
    const entry = this.#values.get(key) ?? { value: load(), bytes: 0 };
    // A Map keeps the order of insertion: putting it in again makes it the most recently used.
    this.#values.delete(key);
    this.#values.set(key, entry);
    this.measure(key);
    return entry.value;
  }

  drop(key: Key): void {
    this.#bytes -= this.#values.get(key)?.bytes ?? 0;
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
    this.#bytes = 0;
  }

  /** Looks how large a value has grown, and lets go of others where all are too much. `get` does so too. */
  measure(key: Key): void {
    const entry = this.#values.get(key);
    if (!entry) return;
    const { bytes } = entry.value;
    this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#maxBytes || this.#values.size === 1) return;
      this.drop(oldest);
    }
  }
}
