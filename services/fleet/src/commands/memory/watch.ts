import { type Clock, type Episode, type Fact, systemClock } from '@agent-mem/contract';
import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import type { MemoryClient } from '../../memory-client/memory-client.ts';
import { StartFailed } from '../../refusal.ts';
import { newestFirst } from './list.ts';
import { type AnyRecord, printRecord } from './record-line.ts';
import { type RecordFlags, type Run, recordCommand, scopeMembers } from './with-memory.ts';

const intervalMs = 1_000;

/** Adds `watch`; `run` keeps its exit code. */
export function addWatch(program: Command, terminal: Terminal, run: Run): void {
  recordCommand(program, 'watch', 'prints facts and episodes as they are stored, until Ctrl-C')
    .addHelpText(
      'after',
      '\nIt asks the fleet that owns the data every second, and waits for one while none runs: it never takes the data directory itself.',
    )
    .action((flags: RecordFlags, command: Command) =>
      run(command, async (environment) => {
        const stopped = new AbortController();
        void terminal.untilStopped().then(() => stopped.abort());
        const { signal } = stopped;
        const { watchedClient } = await import('../../memory-client/watched.ts');
        await using watched = await watchedClient(environment);
        const watching = watch(watched.current, scopeMembers(flags), { clock: systemClock, signal, complain: terminal.complain });
        for await (const record of watching) printRecord(terminal, record, flags.json === true);
        return 0;
      }),
    );
}

/**
 * What is stored from now on, oldest first, until the signal. Where no fleet answers it says so once and goes on when one does; what was stored meanwhile
 * comes then.
 *
 * @param current the client to ask now; `null` while no fleet runs.
 */
export async function* watch(
  current: () => Promise<MemoryClient | null>,
  scope: ReturnType<typeof scopeMembers>,
  { clock, signal, complain }: { readonly clock: Clock; readonly signal: AbortSignal; complain(line: string): void },
): AsyncIterable<AnyRecord> {
  const followed = (['fact', 'episode'] as const).map((kind) => ({ kind, look: null as Look | null }));
  let isWaiting = false;
  while (!signal.aborted) {
    try {
      const client = await current();
      if (!client) throw new StartFailed('No fleet runs on DATA_DIR');
      isWaiting = false;
      for (const one of followed) {
        const arrived = await arrivals(newestFirst(client, one.kind, scope, 100), one.look);
        one.look = arrived.look;
        yield* arrived.records;
      }
    } catch (error) {
      if (!(error instanceof StartFailed)) throw error;
      if (!isWaiting) complain(`agent-mem: ${error.message}; waiting for one`);
      isWaiting = true;
    }
    await clock.sleep(intervalMs, signal).catch(() => undefined);
  }
}

/** What the last look saw, as far back as a later one goes. */
interface Look {
  readonly seen: ReadonlySet<string>;
  /** Milliseconds since 1970: what was received before is taken as known. */
  readonly since: number;
}

/** Requests may be stored in another order than they were received, by as much as one may take. */
const lateMs = 60_000;

/** Records that were not seen yet, oldest first. A first look sees what is there and answers nothing of it. */
async function arrivals(
  newest: AsyncIterable<Fact | Episode>,
  before: Look | null,
): Promise<{ readonly records: readonly AnyRecord[]; readonly look: Look }> {
  const records: AnyRecord[] = [];
  const seen = new Set<string>();
  let since = before?.since ?? Number.NEGATIVE_INFINITY;
  let newestAt = Number.NEGATIVE_INFINITY;
  for await (const record of newest) {
    const at = Date.parse(record.received_at);
    newestAt = Math.max(newestAt, at);
    if (!before) since = newestAt - lateMs;
    if (at < since) break;
    if (before && !before.seen.has(record.id)) records.unshift(record);
    seen.add(record.id);
  }
  return { records, look: { seen, since: Math.max(since, newestAt - lateMs) } };
}
