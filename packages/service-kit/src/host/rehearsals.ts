import { type Clock, OperationError } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import type { Logger } from '@agent-mem/runtime';

/** The first requests of a process, which it makes itself. They open its connections, producers and collections, and load its code, so that no caller waits for that. */
export interface Rehearsals {
  /** Makes the first requests of what has this name. Resolves when they are answered, or after 5 s: requests that need less are not held up by a store that is away. */
  rehearse(name: string): Promise<void>;
  /** Why the process is not ready yet, a sentence for each name whose requests wait for their answers. */
  readonly reasons: readonly string[];
}

/** Asks as `Caller.call`, with the options of a rehearsal. */
type Ask = Caller['call'];
type Requests = (ask: Ask) => readonly Promise<unknown>[];

const holdUpMs = 5_000;
/** Services that start together on new servers need so long until the last one answers. */
const answerMs = 30_000;
/** A store that makes its tables and indexes refuses the first requests. */
const againMs = 1_000;

/** No caller stores anything here. */
const scope = { workspace: 'agent-mem', user: 'rehearsal', collection: 'rehearsal' };
const query = 'What is remembered?';

const facts: Requests = (ask) => [
  ask('facts', 'retrieve', { ...scope, query }),
  ask('facts', 'get_profile', { ...scope, without_history: true }),
  ask('facts', 'list', { ...scope, limit: 1 }),
];
const episodes: Requests = (ask) => [
  ask('episodes', 'retrieve', { ...scope, query }),
  ask('episodes', 'list', { ...scope, limit: 1 }),
];
const conversations: Requests = (ask) => [
  ask('conversations', 'build_context', { ...scope, query, strategy: 'hybrid', other_conversations: true }),
];
const workingMemory: Requests = (ask) => [ask('working-memory', 'search_details', { ...scope, query })];
/** What an agent asks for a question. */
const memory: Requests = (ask) => [facts, episodes, conversations, workingMemory].flatMap((requests) => requests(ask));

/** By the name of a service or a connector; others have none. */
const firstRequests: Readonly<Partial<Record<string, Requests>>> = {
  ...{ facts, episodes, conversations, 'working-memory': workingMemory },
  ...{ agent: memory, trustgraph: memory },
};

/** @param signal ends those under way. */
export function createRehearsals(
  caller: Caller,
  { clock, log, signal }: { readonly clock: Clock; readonly log: Logger; readonly signal: AbortSignal },
): Rehearsals {
  const waiting = new Set<string>();
  const rehearsed = new Map<string, Promise<void>>();

  /** Asks until there is an answer, an error that a repeat does not mend, or no time left. */
  const ask: Ask = async (service, operation, request) => {
    const until = clock.now() + answerMs;
    for (;;) {
      try {
        return await caller.call(service, operation, request, { timeoutMs: until - clock.now(), signal });
      } catch (error) {
        const mayPass = error instanceof OperationError && error.retryable && clock.now() + againMs < until;
        if (!mayPass) throw error;
        await clock.sleep(againMs, signal);
      }
    }
  };

  async function answered(name: string): Promise<void> {
    const begunAt = clock.now();
    waiting.add(name);
    const answers = await Promise.allSettled(firstRequests[name]?.(ask) ?? []);
    waiting.delete(name);
    const reasons = answers.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    const fields = { rehearsed: name, ms: clock.now() - begunAt };
    if (reasons.length > 0 && !signal.aborted) log.warn({ ...fields, reasons }, 'Some first requests of a service have failed');
    else log.debug(fields, 'The first requests of a service are answered');
  }

  return {
    async rehearse(name) {
      const all = rehearsed.get(name) ?? answered(name);
      rehearsed.set(name, all);
      const over = new AbortController();
      await Promise.race([all, clock.sleep(holdUpMs, AbortSignal.any([over.signal, signal])).catch(() => {})]);
      over.abort();
    },
    get reasons() {
      return [...waiting].map((name) => `the first requests of ${name} are not answered yet`);
    },
  };
}
