import { type Scope, scopeKey } from '@agent-mem/contract';

/** One state for each scope, made when it is first asked for. */
export class ByScope<State> {
  readonly #states = new Map<string, readonly [Scope, State]>();
  readonly #create: () => State;

  constructor(create: () => State) {
    this.#create = create;
  }

  of(scope: Scope): State {
    const key = scopeKey(scope);
    const entry = this.#states.get(key) ?? ([scope, this.#create()] as const);
    this.#states.set(key, entry);
    return entry[1];
  }

  /** Back to nothing. */
  clear(scope: Scope): void {
    this.#states.delete(scopeKey(scope));
  }

  all(): readonly (readonly [Scope, State])[] {
    return [...this.#states.values()];
  }
}
