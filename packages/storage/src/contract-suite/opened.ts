/** A store that a suite opened, and how to let it go. */
export interface Opened<Store> extends AsyncDisposable {
  readonly store: Store;
}

/** Gives the suites a store. It may hold what other tests left in other scopes, and nothing runs on it beside the test. */
export type OpenStore<Store> = () => Promise<Opened<Store>>;
