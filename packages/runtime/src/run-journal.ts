import type { Scope } from '@agent-mem/contract';
import type { KeyValue, KeyValueMaintenance } from '@agent-mem/storage';

/** How the runs of one kind are written down. */
export interface RunJournalOptions<Run> {
  /** In front of the keys of all its runs. */
  readonly prefix: string;
  /** A run that no instance takes up is forgotten after this. Default: as each run is written. */
  readonly ttlMs?: number;
  /** In front of the keys of their leases. Default: as of the runs. */
  readonly leasePrefix?: string;
  /** An instance that has not renewed its lease for so long is taken for dead. Default 10,000. */
  readonly leaseMs?: number;
  /** Default: as JSON. */
  readonly text?: { write(run: Run): string; read(text: string): Run };
}

/** A run where it stands. */
export interface JournaledRun<Run> {
  readonly scope: Scope;
  readonly id: string;
  readonly run: Run;
}

/** Work under way, written down until it is over, so that another instance goes on with what a crash has left. */
export interface RunJournal<Run> {
  /** `ttlMs`: of this run alone. */
  write(keyValue: KeyValue, run: JournaledRun<Run>, ttlMs?: number): Promise<void>;
  read(keyValue: KeyValue, scope: Scope, id: string): Promise<Run | null>;
  /** Nothing of the run is left to do. */
  forget(keyValue: KeyValue, scope: Scope, id: string): Promise<void>;
  /** All runs that are not forgotten, of all scopes, also those that an instance works on. */
  runs(keyValue: Pick<KeyValueMaintenance, 'entries'>): AsyncIterable<JournaledRun<Run>>;
  /** Takes or renews the right to go on with a run; false while another holder has it. */
  hold(keyValue: KeyValue, scope: Scope, id: string, holder: string): Promise<boolean>;
  release(keyValue: KeyValue, scope: Scope, id: string, holder: string): Promise<void>;
}

/** Describes the journal of one kind of runs. */
export function defineRunJournal<Run>(options: RunJournalOptions<Run>): RunJournal<Run> {
  const { prefix, ttlMs: defaultTtlMs, leasePrefix = prefix, leaseMs = 10_000, text = asJson<Run>() } = options;
  return {
    write: (keyValue, { scope, id, run }, ttlMs = defaultTtlMs) => keyValue.set(scope, prefix + id, text.write(run), { ttlMs }),
    async read(keyValue, scope, id) {
      const found = await keyValue.get(scope, prefix + id);
      return found && text.read(found.value);
    },
    forget: (keyValue, scope, id) => keyValue.delete(scope, prefix + id),
    async *runs(keyValue) {
      for await (const { scope, key, value } of keyValue.entries(prefix))
        yield { scope, id: key.slice(prefix.length), run: text.read(value) };
    },
    hold: async (keyValue, scope, id, holder) => (await keyValue.acquire(scope, leasePrefix + id, holder, leaseMs)) !== null,
    release: (keyValue, scope, id, holder) => keyValue.release(scope, leasePrefix + id, holder),
  };
}

/** What was written is read as it was: entries of a prefix are of one type. */
function asJson<Run>(): NonNullable<RunJournalOptions<Run>['text']> {
  return { write: (run) => JSON.stringify(run), read: (text) => JSON.parse(text) as Run };
}
