import { OperationError } from '@agent-mem/contract';
import { emptyHistory, type History } from '../chaos/history.ts';
import type { ScopeFields } from '../chaos/scopes.ts';
import { type Write, writeOf } from '../chaos/write.ts';

export interface WritingOptions {
  /** Where the next request goes; asked before each. */
  readonly url: () => string | Promise<string>;
  /** Kinds of writes, from 0 to 1 (`writeOf`), taken in turn. Default: each kind. */
  readonly kinds?: readonly number[];
  /** The number of the first write. Default 0. */
  readonly from?: number;
  /** Whose memory it is. Default: the default scope. */
  readonly scope?: ScopeFields;
  /** How many write side by side. Default 4. */
  readonly clients?: number;
}

/** Clients that write until they are stopped, and ask again what may be asked again. */
export interface Writing {
  /** What they were answered so far. */
  readonly history: History;
  /** Every write so far, by its number. */
  readonly writes: ReadonlyMap<number, Write>;
  /** How often a write was asked again. */
  readonly repeats: number;
  /** What no repeat mends, as sentences. */
  readonly refused: readonly string[];
  /** Resolves when this many more writes are acknowledged. */
  acknowledges(more: number): Promise<void>;
  /** Resolves when each client has ended its write. Rejects with what a client cannot understand. */
  stop(): Promise<void>;
}

export const conversations = ['talk-0', 'talk-1', 'talk-2', 'talk-3'];

const everyKind = [0, 0.1, 0.5, 0.8, 0.2, 0.7, 0.3, 0.5, 0.7, 0.9];

/** Starts them. */
export function startWriting({ url, kinds = everyKind, from = 0, scope = {}, clients = 4 }: WritingOptions): Writing {
  const history = emptyHistory();
  const writes = new Map<number, Write>();
  const refused: string[] = [];
  const waiting = new Set<{ readonly count: number; readonly resolve: () => void }>();
  let [next, acknowledged, repeats, isOver] = [from, 0, 0, false];

  async function perform(number: number, write: Write): Promise<void> {
    for (;;) {
      try {
        const answer = await write.ask(await url());
        write.note(history, answer);
        history.answers.set(number, JSON.stringify(answer));
        acknowledged += 1;
        for (const each of waiting) if (acknowledged >= each.count) each.resolve();
        return;
      } catch (error) {
        if (error instanceof OperationError && !error.retryable) {
          refused.push(`write ${number} ended with ${error.type}: ${error.message}`);
          history.abandoned.add(write.text);
          return;
        }
        repeats += 1;
      }
    }
  }

  const client = async () => {
    while (!isOver) {
      const number = next++;
      const conversation = conversations[number % conversations.length] ?? '';
      const write = writeOf(number, kinds[number % kinds.length] ?? 0, conversation, scope);
      writes.set(number, write);
      await perform(number, write);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  running.catch(() => undefined);

  return {
    history,
    writes,
    refused,
    get repeats() {
      return repeats;
    },
    async acknowledges(more) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const entry = { count: acknowledged + more, resolve };
      waiting.add(entry);
      await Promise.race([promise, running]);
      waiting.delete(entry);
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/** What is promised to those who were acknowledged before; what came later may be there or not, and is whole where it is. */
export function promisedBefore(before: History, later: History): History {
  const texts = ({ facts, episodes, messages, invocations, abandoned }: History) => [
    ...facts.keys(),
    ...episodes.keys(),
    ...messages.keys(),
    ...invocations.keys(),
    ...abandoned,
  ];
  const known = new Set(texts(before));
  return { ...before, abandoned: new Set([...before.abandoned, ...texts(later).filter((text) => !known.has(text))]) };
}
