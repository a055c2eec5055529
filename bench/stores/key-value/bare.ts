import type { KeyValue } from '@agent-mem/storage';

/** The client of the store with nothing around it. */
export interface BareKeyValue {
  get(key: string): Promise<unknown>;
  set(key: string, value: string): Promise<unknown>;
  /** Writes if the key is absent. */
  add(key: string, value: string): Promise<unknown>;
  append(key: string, value: string): Promise<unknown>;
  acquire(key: string, holder: string, ttlMs: number): Promise<unknown>;
}

/** An open store beside its bare client. */
export interface OpenedKeyValue extends AsyncDisposable {
  readonly store: string;
  readonly keyValue: KeyValue;
  readonly bare: BareKeyValue;
  bytes(): Promise<number>;
}
