import type { Scope } from '@agent-mem/contract';
import { afterEach, beforeEach } from 'vitest';
import { freshScope } from './scopes.ts';

/** A store that a suite opened, and how to let it go. */
export interface Opened<Store> extends AsyncDisposable {
  readonly store: Store;
}

/** Gives the suites a store. It may hold what other tests left in other scopes, and nothing runs on it beside the test. */
export type OpenStore<Store> = () => Promise<Opened<Store>>;

/** Opens a store before each test of the present suite, hands it over with a scope of its own, and lets it go after the test. */
export function openBeforeEach<Store>(open: OpenStore<Store>, use: (store: Store, scope: Scope) => void | Promise<void>): void {
  let opened: Opened<Store>;
  beforeEach(async () => {
    opened = await open();
    await use(opened.store, freshScope());
  });
  afterEach(() => opened[Symbol.asyncDispose]());
}
