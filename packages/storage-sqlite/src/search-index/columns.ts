import type { IndexDocument, IndexQuery } from '@agent-mem/storage';

/** What the columns hold of a document. */
export type ColumnValues = Pick<IndexDocument, 'kind' | 'conversationId' | 'visibility' | 'role' | 'length'>;

/** What filters look at, as arrays by the document's number: a hundred thousand documents are filtered in less than a millisecond. */
export class Columns {
  /** Texts as small numbers; 0 is "none". */
  readonly #codes = new Map<string, number>();
  #kinds = new Int32Array(256);
  #conversations = new Int32Array(256);
  #roles = new Int32Array(256);
  #lengths = new Float64Array(256);
  /** 0: no document; 1: seen in the scope; 2: only from its conversation. */
  #seen = new Uint8Array(256);
  #size = 0;

  /** One more than the largest number. */
  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#seen.length * 21 + this.#codes.size * 100;
  }

  set(number: number, values: ColumnValues): void {
    if (number >= this.#seen.length) this.#grow(number + 1);
    this.#size = Math.max(this.#size, number + 1);
    this.#kinds[number] = this.#code('kind', values.kind);
    this.#conversations[number] = values.conversationId === null ? 0 : this.#code('conversation', values.conversationId);
    this.#roles[number] = values.role === null ? 0 : this.#code('role', values.role);
    this.#lengths[number] = values.length;
    this.#seen[number] = values.visibility === 'scope' ? 1 : 2;
  }

  remove(number: number): void {
    this.#seen[number] = 0;
  }

  lengthOf(number: number): number {
    return this.#lengths[number] ?? 0;
  }

  /** 1 for each number whose document the query may answer. */
  visible(query: Pick<IndexQuery, 'kinds' | 'conversationId' | 'visibleFrom' | 'roles'>): Uint8Array {
    const from = this.#known('conversation', query.visibleFrom ?? undefined);
    return this.#mask(query, (number) => this.#seen[number] === 1 || (from !== null && this.#conversations[number] === from));
  }

  /** 1 for each number whose document is of these kinds and this conversation, whoever may see it. */
  counted(query: Pick<IndexQuery, 'kinds' | 'conversationId'>): Uint8Array {
    return this.#mask(query, () => true);
  }

  #mask(query: Pick<IndexQuery, 'kinds' | 'conversationId' | 'roles'>, admits: (number: number) => boolean): Uint8Array {
    const mask = new Uint8Array(this.#size);
    const kinds = new Set(query.kinds.map((kind) => this.#known('kind', kind)));
    const roles = query.roles && new Set(query.roles.map((role) => this.#known('role', role)));
    const conversation = this.#known('conversation', query.conversationId);
    if (query.conversationId !== undefined && conversation === null) return mask;
    for (let number = 0; number < this.#size; number += 1) {
      if (this.#seen[number] === 0 || !kinds.has(this.#kinds[number] ?? 0)) continue;
      if (conversation !== null && this.#conversations[number] !== conversation) continue;
      if (roles && !roles.has(this.#roles[number] ?? 0)) continue;
      if (admits(number)) mask[number] = 1;
    }
    return mask;
  }

  #code(column: string, text: string): number {
    const key = `${column}:${text}`;
    const code = this.#codes.get(key) ?? this.#codes.size + 1;
    this.#codes.set(key, code);
    return code;
  }

  /** The code of a text that some document has; `null` if none has. */
  #known(column: string, text: string | undefined): number | null {
    return text === undefined ? null : (this.#codes.get(`${column}:${text}`) ?? null);
  }

  #grow(atLeast: number): void {
    const capacity = Math.max(atLeast, this.#seen.length * 2);
    const grown = <Column extends Int32Array | Float64Array | Uint8Array>(column: Column, larger: Column): Column => {
      larger.set(column);
      return larger;
    };
    this.#kinds = grown(this.#kinds, new Int32Array(capacity));
    this.#conversations = grown(this.#conversations, new Int32Array(capacity));
    this.#roles = grown(this.#roles, new Int32Array(capacity));
    this.#lengths = grown(this.#lengths, new Float64Array(capacity));
    this.#seen = grown(this.#seen, new Uint8Array(capacity));
  }
}
