import { OperationError, type Scope, scopeKey, scopeOf } from '@agent-mem/contract';

/** What stands under a key of the port. */
type Kind = 'value' | 'list' | 'lease';
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

  /** Where the last number given in a scope is kept. */
  counter(scope: Scope): string {
    return `${this.#tag(scope)}:n`;
  }

  /** A pattern for SCAN that every value's key of this prefix matches. Others may match too: `parseValue` tells. */
  valuePattern(keyPrefix: string, only?: Scope): string {
    const tag = only ? escaped(this.#tag(only)) : `${escaped(this.#prefix)}{*}`;
    return `${tag}:v:${escaped(keyPrefix)}*`;
  }

  /** A pattern for SCAN that every key of a scope matches, and no other. */
  scopePattern(scope: Scope): string {
    return `${escaped(this.#tag(scope))}:*`;
  }

  /** What stands under a name of this scope; `null`: its counter. */
  kindOf(name: string, scope: Scope): { readonly kind: Kind; readonly key: string } | null {
    const rest = name.slice(this.#tag(scope).length + 1);
    const kind = kinds.find((each) => rest.startsWith(`${letters[each]}:`));
    return kind ? { kind, key: rest.slice(2) } : null;
  }

  /** Scope and key of a value; `null` for any other key. */
  parseValue(name: string): { readonly scope: Scope; readonly key: string } | null {
    if (!name.startsWith(`${this.#prefix}{`)) return null;
    const end = name.indexOf('}');
    if (!name.startsWith('}:v:', end)) return null;
    const [workspace, user, collection, ...more] = name
      .slice(this.#prefix.length + 1, end)
      .split('/')
      .map(decodeURIComponent);
    if (workspace === undefined || user === undefined || collection === undefined || more.length > 0) return null;
    return { scope: scopeOf({ workspace, user, collection }), key: name.slice(end + '}:v:'.length) };
  }

  #tag(scope: Scope): string {
    return `${this.#prefix}{${scopeKey(scope)}}`;
  }
}

function escaped(text: string): string {
  return text.replace(/[*?[\]\\^-]/g, '\\$&');
}
