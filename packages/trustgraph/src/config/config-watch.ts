import type { Clock } from '@agent-mem/contract';
import type { TopicConsumer, TopicMessage, Topics } from '@agent-mem/messaging';
import type { FlowEntry } from '../flow-entry.ts';
import { type Log, silent } from '../log.ts';
import { configPushMessage } from '../messages/config.ts';
import { topicOfQueue } from '../queue-name.ts';
import { pokeSubscription } from '../subscription-name.ts';
import { type ConfigChange, flowChanges, flowKey, settingsChanges, wantedFlows } from './changes.ts';
import { type ConfigSource, openConfigSource } from './config-source.ts';
import { afterPoke, type ConfigState, type Entries, entriesOf, unknownConfig, withParts, withSnapshot } from './config-state.ts';

/** The queues of TrustGraph's config service. */
export interface ConfigQueues {
  readonly request: string;
  readonly response: string;
  /** Where it says that something changed; `state:tg:config` and the like before 2.2.24. */
  readonly push: string;
}

/** Those of every version since 2.2.24. */
export const configQueues: ConfigQueues = {
  request: 'request:tg:config',
  response: 'response:tg:config',
  push: 'notify:tg:config',
};

/** What a processor watches, and how. */
export interface ConfigWatchOptions {
  readonly topics: Topics;
  readonly clock: Clock;
  readonly log?: Log;
  /** Whose flows: config type `processor:<id>`. */
  readonly processorId: string;
  /** Further config types, for every workspace: `tool`, `agent-mem` … */
  readonly types: readonly string[];
  readonly queues?: ConfigQueues;
  /** Longest silence of the config service, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /**
   * Called with each change, one after the other, in order. A flow counts as begun, changed or ended when this resolves; when it rejects, the same
   * comes again two seconds later. A change of settings comes once.
   */
  readonly onChange: (change: ConfigChange) => void | Promise<void>;
}

/** All is fetched again so often, for a poke may get lost. */
const refetchMs = 60_000;
/** Wait after a failure before all is fetched again. */
const retryMs = 2_000;

/**
 * Follows TrustGraph's configuration for one processor until it is disposed: listens for pokes, then fetches all, then what pokes name. All is
 * fetched again after a failure, a lost connection, a missed poke, and from time to time. It never gives up.
 */
export class ConfigWatch implements AsyncDisposable {
  /** Resolves when all has been fetched once and the callbacks of its changes have resolved. */
  readonly ready: Promise<void>;
  readonly #options: ConfigWatchOptions;
  readonly #log: Log;
  readonly #processorType: string;
  readonly #stop = new AbortController();
  readonly #running = new Map<string, FlowEntry>();
  readonly #refused = new Map<string, string>();
  readonly #done: Promise<void>;
  readonly #pokes: TopicMessage[] = [];
  #isStale = true;
  #state: ConfigState = unknownConfig;
  #consumer: TopicConsumer | null = null;
  #source: ConfigSource | null = null;
  #wake: () => void = () => {};
  #begun: () => void = () => {};

  private constructor(options: ConfigWatchOptions) {
    this.#options = options;
    this.#log = options.log ?? silent;
    this.#processorType = `processor:${options.processorId}`;
    this.ready = new Promise((resolve) => {
      this.#begun = resolve;
    });
    this.#done = this.#run();
  }

  /** Begins at once. */
  static start(options: ConfigWatchOptions): ConfigWatch {
    return new ConfigWatch(options);
  }

  /** The entries of a type in a workspace, as far as they are known. */
  entries(type: string, workspace: string): Entries {
    return entriesOf(this.#state, type, workspace);
  }

  /** The flows that run. */
  get flows(): readonly FlowEntry[] {
    return [...this.#running.values()];
  }

  /** Of the last change applied; -1 before the first fetch. */
  get version(): number {
    return this.#state.version;
  }

  /** Stops listening. The flows that run are their owner's to end. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#done;
    await this.#consumer?.[Symbol.asyncDispose]();
    await this.#source?.[Symbol.asyncDispose]();
  }

  get #types(): readonly string[] {
    return [this.#processorType, ...this.#options.types];
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#connect();
        await this.#step();
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#log.warn({ err: error, retryMs }, "TrustGraph's configuration could not be read; the agent reads it again");
        this.#isStale = true;
        await clock.sleep(retryMs, this.#stop.signal).catch(() => {});
      }
    }
  }

  /** The pokes first: what changes during the first fetch is not missed. */
  async #connect(): Promise<void> {
    const { topics, clock, queues = configQueues, processorId } = this.#options;
    const options = {
      subscription: pokeSubscription(),
      type: 'exclusive',
      reconnected: () => this.#fetchAllSoon(),
    } as const;
    this.#consumer ??= await this.#opened(
      topics.consume(topicOfQueue(queues.push), options, (message) => {
        this.#pokes.push(message);
        this.#wake();
      }),
    );
    this.#source ??= await this.#opened(openConfigSource({ topics, clock }, queues, processorId));
  }

  /** What is open, unless this is stopped before: a broker that is away must not hold that up. What opens later is closed again. */
  async #opened<Member extends AsyncDisposable>(opening: Promise<Member>): Promise<Member> {
    const { signal } = this.#stop;
    opening.then(
      async (member) => {
        if (signal.aborted) await member[Symbol.asyncDispose]();
      },
      () => undefined,
    );
    return await untilAborted(opening, signal);
  }

  /** Does the one thing that is due, or waits until one is. */
  async #step(): Promise<void> {
    const poke = this.#pokes[0];
    if (this.#isStale) await this.#fetchAll();
    else if (poke) {
      this.#pokes.shift();
      await this.#follow(poke);
    } else await this.#wait();
  }

  async #fetchAll(): Promise<void> {
    this.#isStale = false;
    const snapshot = await this.#source?.fetchAll(this.#types, this.#askOptions);
    if (!snapshot) return;
    await this.#apply(withSnapshot(this.#state, snapshot));
    this.#begun();
  }

  async #follow(message: TopicMessage): Promise<void> {
    const consequence = afterPoke(this.#state, configPushMessage.decode(message.payload), this.#types);
    if (consequence.fetch === 'nothing') return;
    if (consequence.fetch === 'all') return this.#fetchAllSoon();
    const fetched = await this.#source?.fetchParts(consequence.parts, this.#askOptions);
    await this.#apply(withParts(consequence.state, fetched ?? []));
  }

  async #apply(after: ConfigState): Promise<void> {
    const before = this.#state;
    this.#state = after;
    const wanted = wantedFlows(after, this.#processorType);
    this.#tellRefused(wanted.refused);
    const failures: unknown[] = [];
    for (const change of [...settingsChanges(before, after, this.#processorType), ...flowChanges(this.#running, wanted)]) {
      try {
        await untilAborted(Promise.resolve(this.#options.onChange(change)), this.#stop.signal);
        this.#note(change);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Changes of configuration could not be carried out');
  }

  #note(change: ConfigChange): void {
    if (change.kind === 'settings-changed') return;
    const key = flowKey(change.entry.workspace, change.entry.flow);
    if (change.kind === 'flow-disappeared') this.#running.delete(key);
    else this.#running.set(key, change.entry);
    this.#log.info({ workspace: change.entry.workspace, flow: change.entry.flow }, `TrustGraph: ${change.kind}`);
  }

  /** Each once, not at every fetch. */
  #tellRefused(refused: ReadonlyMap<string, unknown>): void {
    for (const key of this.#refused.keys()) if (!refused.has(key)) this.#refused.delete(key);
    for (const [key, error] of refused) {
      if (this.#refused.get(key) === String(error)) continue;
      this.#refused.set(key, String(error));
      this.#log.warn({ err: error }, 'The entry of a flow cannot be read; the flow stays as it is');
    }
  }

  #fetchAllSoon(): void {
    this.#isStale = true;
    this.#wake();
  }

  get #askOptions() {
    return { signal: this.#stop.signal, idleMs: this.#options.timeoutMs ?? 60_000 };
  }

  async #wait(): Promise<void> {
    const over = new AbortController();
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const sleep = this.#options.clock.sleep(refetchMs, AbortSignal.any([over.signal, this.#stop.signal])).then(
      () => {
        this.#isStale = true;
      },
      () => {},
    );
    await Promise.race([woken, sleep]);
    over.abort();
  }
}

/** Rejects with the signal's reason when it is aborted first; the work itself goes on. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    work.catch(() => undefined);
  }
}
