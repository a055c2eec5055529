import { OperationError, type Scope, scopeKey, scopeOfKey } from '@agent-mem/contract';

/** What stands under a key of the port. */
export type Kind = 'value' | 'list' | 'lease';
const letters: Readonly<Record<Kind, string>> = { value: 'v', list: 'l', lease: 'h' };
const kinds = ['value', 'list', 'lease'] as const satisfies readonly Kind[];

/**
 * The names of a scope's keys in Redis: `prefix{scope}:v:key`. What is in braces decides the slot of a cluster, so all keys of a scope
 * are on one node and a script may touch several. `scopeKey` escapes braces, so that no scope ends its tag early.
 */
export class Keys {
  readonly #prefix: string;

  constructor(prefix: string) {
    // The first brace of a key opens its tag.
    if (/[{}]/.test(prefix)) throw new OperationError('invalid-argument', 'a prefix of keys must have no braces');
    this.#prefix = prefix;
  }

  /** A key of no scope, to try a write with. */
  get probe(): string {
    return `${this.#prefix}check`;
  }

  of(kind: Kind, scope: Scope, key: string): string {
    return `${this.#tag(scope)}:${letters[kind]}:${key}`;
  }

  /** Where the last number given in a scope is stored. */
  counter(scope: Scope): string {
    return `${this.#tag(scope)}:n`;
  }

  /** The sorted set of a scope's keys, by their kind and name. */
  index(scope: Scope): string {
    return `${this.#tag(scope)}:i`;
  }

  /** When those of them end that have an end. */
  ends(scope: Scope): string {
    return `${this.#tag(scope)}:x`;
  }

  /** The sorted set of the scopes that have values, by the folder of these. No scope's tag is this one: a scope's has two slashes. */
  get folders(): string {
    return `${this.#prefix}{folders}:i`;
  }

  /** Says that everything is in the indexes. It is lost together with the folders. */
  get complete(): string {
    return `${this.#prefix}{folders}:complete`;
  }

  /** How a key stands in its scope's index. */
  member(kind: Kind, key: string): string {
    return `${letters[kind]}:${key}`;
  }

  /** What a member of an index stands for; `null`: it notes a folder. */
  ofMember(member: string): { readonly kind: Kind; readonly key: string } | null {
    const kind = kinds.find((each) => member.startsWith(`${letters[each]}:`));
    return kind ? { kind, key: member.slice(2) } : null;
  }

  /** A pattern for SCAN that every key of a scope matches. Others may match too: `parse` tells. */
  get everyKey(): string {
    return `${escaped(this.#prefix)}{*}:*`;
  }

  /** Scope, kind and key of what stands under a name; `null` for any other key. */
  parse(name: string): { readonly scope: Scope; readonly kind: Kind; readonly key: string } | null {
    if (!name.startsWith(`${this.#prefix}{`)) return null;
    const end = name.indexOf('}');
    const scope = end < 0 ? null : scopeOfKey(name.slice(this.#prefix.length + 1, end));
    const member = name.startsWith('}:', end) ? this.ofMember(name.slice(end + 2)) : null;
    return scope && member && { scope, ...member };
  }

  #tag(scope: Scope): string {
    return `${this.#prefix}{${scopeKey(scope)}}`;
  }
}

/** Members of the folders: a folder, and the key of a scope that has values in it. */
export function folderMember(folder: string, scope: Scope): string {
  return `${folder}\0${scopeKey(scope)}`;
}

/** The scope of such a member. */
export function scopeOfFolderMember(member: string): Scope | null {
  return scopeOfKey(member.slice(member.lastIndexOf('\0') + 1));
}

/** A key up to its second slash, or its first, or nothing: so coarse that there are few of them. */
export function folderOf(key: string): string {
  return /^(?:[^/]*\/){1,2}/.exec(key)?.[0] ?? '';
}

function escaped(text: string): string {
  return text.replace(/[*?[\]\\^-]/g, '\\$&');
}
