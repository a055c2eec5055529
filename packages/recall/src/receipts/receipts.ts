import { type Clock, dayMs, type Init, type Receipt, type Scope, scopeKey } from '@agent-mem/contract';
import { isErased, type RuleSource, readScopeRules, type ScopeRules } from '@agent-mem/policy';
import { createFailureLog, endsWithin, type Logger } from '@agent-mem/runtime';
import type { KeyValue } from '@agent-mem/storage';
import {
  longestWaitMs,
  type NotedReceipt,
  type ReadReceipt,
  readReceipt,
  receiptDocument,
  receiptKey,
} from './stored-receipt.ts';

/** The receipts of one process. Disposing writes those that wait. */
export interface Receipts extends AsyncDisposable {
  /** Has a receipt stored a moment later, in one batch with others. It never waits, rejects or throws. */
  note(scope: Scope, noted: NotedReceipt, ttlDays: number): void;
  /** A stored receipt, those of this process that wait included; `null`: there is none. */
  read(scope: Scope, id: string): Promise<Init<Receipt> | null>;
  /** The same with the conversation that its request named; `null`: there is none. */
  readWhole(scope: Scope, id: string): Promise<ReadReceipt | null>;
  /** Writes those that wait. Never rejects. */
  flush(): Promise<void>;
}

/** A receipt that waits to be written. */
interface Waiting extends NotedReceipt {
  readonly scope: Scope;
  readonly ttlMs: number;
  readonly notedAt: number;
}

const flushEveryMs = 1_000;
/** Over so many, as when the store is away, the oldest are dropped: memory is worth more than receipts. */
const mostWaiting = 5_000;

/** A process that stops waits so long for its last batch, also when the time for all else is over. */
const lastBatchMs = 1_000;

/** Collects receipts and writes them in batches. What waits when the process dies is lost: a receipt explains, and nothing depends on it. */
export function createReceipts(
  ports: RuleSource & { readonly keyValue: Pick<KeyValue, 'get' | 'set'>; readonly clock: Clock },
  { log }: { readonly log: Logger },
): Receipts {
  const { clock, keyValue } = ports;
  const failures = createFailureLog(log, clock);
  const waiting = new Map<string, Waiting>();
  const stopping = new AbortController();
  let isScheduled = false;
  let writing: Promise<void> = Promise.resolve();
  const keyOf = (scope: Scope, id: string) => `${scopeKey(scope)}/${id}`;

  function schedule(): void {
    if (isScheduled || stopping.signal.aborted) return;
    isScheduled = true;
    clock.sleep(flushEveryMs, stopping.signal).then(
      async () => {
        isScheduled = false;
        await flush();
      },
      () => undefined,
    );
  }

  function flush(): Promise<void> {
    writing = writing.then(writeBatch);
    return writing;
  }

  async function writeBatch(): Promise<void> {
    const batch = [...waiting];
    if (batch.length === 0) return;
    const rulesOf = rulesReader(ports);
    const results = await Promise.allSettled(batch.map(([, each]) => write(each, rulesOf)));
    const oldest = clock.now() - longestWaitMs;
    const failure = results.find((result) => result.status === 'rejected');
    for (const [index, [key, each]] of batch.entries()) {
      const isOver = results[index]?.status === 'fulfilled' || each.notedAt < oldest;
      if (isOver && waiting.get(key) === each) waiting.delete(key);
    }
    if (!failure) return failures.over();
    failures.warn({ err: failure.reason }, 'receipts cannot be stored; trying again');
    schedule();
  }

  /** Nothing is stored where memory is off, or of what was purged since. */
  async function write(each: Waiting, rulesOf: ReturnType<typeof rulesReader>): Promise<void> {
    const { scope, receipt, ttlMs } = each;
    const rules = await rulesOf(each);
    // One of the purge's own millisecond goes too.
    const isPurged = isErased(rules.purges, Date.parse(receipt.created_at) - 1, clock.now());
    if (rules.memory === 'off' || isPurged) return;
    await keyValue.set(scope, receiptKey(receipt.id), receiptDocument(each, rules), { ttlMs });
  }

  async function readWhole(scope: Scope, id: string): Promise<ReadReceipt | null> {
    if (waiting.has(keyOf(scope, id))) await flush();
    return readReceipt(keyValue, scope, id);
  }

  return {
    note(scope, noted, ttlDays) {
      if (ttlDays === 0) return;
      const key = keyOf(scope, noted.receipt.id);
      // The newest of one request stands last.
      waiting.delete(key);
      waiting.set(key, { ...noted, scope, ttlMs: ttlDays * dayMs, notedAt: clock.now() });
      const [first] = waiting.keys();
      if (waiting.size > mostWaiting && first !== undefined) waiting.delete(first);
      schedule();
    },
    read: async (scope, id) => (await readWhole(scope, id))?.receipt ?? null,
    readWhole,
    flush,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      if (!(await endsWithin(flush(), lastBatchMs, clock)))
        log.warn({ receipts: waiting.size }, 'receipts were not stored before the stop');
    },
  };
}

/** Reads the rules of a scope, conversation and service once in a batch. */
function rulesReader(source: RuleSource): (noted: Waiting) => Promise<ScopeRules> {
  const read = new Map<string, Promise<ScopeRules>>();
  return ({ scope, conversationId, receipt }) => {
    const [service = ''] = receipt.operation.split('.');
    const key = JSON.stringify([scopeKey(scope), conversationId, service]);
    const rules = read.get(key) ?? readScopeRules(source, scope, conversationId, { service, effect: null });
    read.set(key, rules);
    return rules;
  };
}
