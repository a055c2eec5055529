import { createHash, randomUUID } from 'node:crypto';
import { hourMs, isWithin, neverAborted, type Scope, uuidV7 } from '@agent-mem/contract';
import { type SensitivePolicy, screenDocument } from '@agent-mem/policy';
import { defineRunJournal, type JournaledRun, timeLimit } from '@agent-mem/runtime';
import {
  type AgentRequest,
  type FlowEntry,
  handsOnToItself,
  type JournaledStep,
  type LeftTo,
  notJournaled,
  type TakenStep,
} from '@agent-mem/trustgraph';
import type { FlowContext } from '../flow-context.ts';
import { namedScope, scopeNamed } from './flow-run.ts';

/** A step of a run in flight, as the journal holds it: all that another instance needs to take it, or to say that it cannot. */
export interface WrittenStep {
  readonly processorId: string;
  readonly workspace: string;
  readonly flow: string;
  /** Where the question is answered. */
  readonly responseQueue: string;
  readonly id: string;
  readonly request: AgentRequest;
  /** How often it has been taken up after a crash: what a process dies of must not be tried for ever. */
  readonly runs: number;
  /** When it was handed on to the next instance, in milliseconds since 1970; `null` once one has taken it. */
  readonly handedOnAt: number | null;
}

/** A written step where it stands. */
export type LocatedStep = JournaledRun<WrittenStep>;

/** What a journal is for, and who shares it. */
export interface StepJournalOptions {
  readonly processorId: string;
  /** What may be written down of secrets: a run that is taken up after a crash goes on with that. */
  readonly policy: SensitivePolicy;
  /** Who has the same store. */
  readonly leftTo: LeftTo;
}

/** A step that is ours. */
interface HeldStep {
  readonly scope: Scope;
  /** How many steps came before it. */
  readonly position: number;
  /** When its lease was renewed last, in milliseconds since 1970. */
  leasedAt: number;
}

/** An instance that has not renewed its lease for so long is taken for dead. */
const leaseMs = 10_000;
/** How long a step may take from one instance to the next. */
const handingOnMs = 5_000;
/** How old such a step may be that a process finds when it starts. */
const longAgoMs = 60_000;
/** The steps in flight of all processors. */
const steps = defineRunJournal<WrittenStep>({ prefix: 'agent/dialogue/', ttlMs: hourMs, leaseMs });
/** The journal must not hold up an answer: one that is late is done without, and not asked again for a while. */
const patienceMs = 1_000;
const awayMs = 5_000;

/**
 * Holds the steps of runs until they end, each under a lease, so that no crash loses a question. Where the store of the journal is away, runs go on without it: no method
 * rejects.
 */
export class StepJournal {
  readonly #context: Pick<FlowContext, 'clock' | 'keyValue' | 'log'>;
  readonly #processorId: string;
  readonly #policy: SensitivePolicy;
  readonly #leftTo: LeftTo;
  readonly #startedAt: number;
  /** Of the leases. */
  readonly #holder = uuidV7();
  /** Steps that are ours now, by id. */
  readonly #held = new Map<string, HeldStep>();
  #awayAt = Number.NEGATIVE_INFINITY;

  constructor(context: Pick<FlowContext, 'clock' | 'keyValue' | 'log'>, options: StepJournalOptions) {
    this.#context = context;
    this.#processorId = options.processorId;
    this.#policy = options.policy;
    this.#leftTo = options.leftTo;
    this.#startedAt = context.clock.now();
  }

  /** Stores a step; `null`: another instance has it, or has gone beyond it. */
  async record(taken: TakenStep, entry: FlowEntry): Promise<JournaledStep | null> {
    const { workspace, flow, topics } = entry;
    const { keyValue } = this.#context;
    const session_id = taken.request.session_id || randomUUID();
    const request = { ...taken.request, session_id };
    const scope = scopeNamed(namedScope(workspace, request));
    const hash = createHash('sha256').update(JSON.stringify([this.#processorId, workspace, flow, taken.id, session_id]));
    const id = hash.digest('hex');
    const position = request.history.length;
    if ((this.#held.get(id)?.position ?? -1) >= position) return null;
    const step: WrittenStep = {
      processorId: this.#processorId,
      workspace,
      flow,
      responseQueue: topics.response ?? '',
      id: taken.id,
      request,
      runs: 0,
      handedOnAt: null,
    };
    const leasedAt = this.#context.clock.now();
    let isGivenUp = false;
    /** What is written after it was given up would be taken for left. */
    const writeUnlessLate = async (written: WrittenStep) => {
      await this.#write({ scope, id, run: written });
      if (isGivenUp) await this.forget({ scope, id });
    };
    const verdict = await this.#try<'ours' | 'theirs' | 'unkept'>('unkept', async () => {
      // Nobody else can know of a session that begins here.
      if (taken.request.session_id === '') {
        await Promise.all([this.#lease(scope, id), writeUnlessLate(step)]);
        return 'ours';
      }
      const [isLeased, known] = await Promise.all([this.#lease(scope, id), steps.read(keyValue, scope, id)]);
      const before = known?.request.history.length ?? -1;
      if (before > position || (!isLeased && before >= position)) {
        // Else the instance that its next step comes to would take it for another's.
        if (isLeased) await this.release({ scope, id });
        return 'theirs';
      }
      // Handed on by one who could not write that down.
      if (!isLeased) return 'unkept';
      const runs = known && before === position && known.handedOnAt === null ? known.runs + 1 : 0;
      await writeUnlessLate({ ...step, runs });
      return 'ours';
    });
    isGivenUp = verdict === 'unkept';
    if (verdict === 'theirs') return null;
    if (verdict === 'unkept') return await notJournaled({ id: taken.id, request });
    this.#held.set(id, { scope, position, leasedAt });
    // Other agents keep no journal: what they are handed would be taken for lost.
    return this.#journaled(scope, id, step, handsOnToItself(entry));
  }

  /** Steps whose instance is gone: they are ours from now on. Those of other processors are theirs. */
  async *left(): AsyncGenerator<LocatedStep> {
    const { clock, keyValue } = this.#context;
    for await (const { scope, id, run: seen } of steps.runs(keyValue)) {
      if (seen.processorId !== this.#processorId || this.#held.has(id)) continue;
      if (seen.handedOnAt !== null && isWithin(handingOnMs, seen.handedOnAt, clock.now())) continue;
      if (this.#wentElsewhere(seen)) {
        await this.forget({ scope, id });
        continue;
      }
      if (!(await this.#lease(scope, id))) continue;
      // Its instance may have gone on with it since we looked.
      const run = await steps.read(keyValue, scope, id);
      if (this.#held.has(id)) continue;
      if (run && run.request.history.length === seen.request.history.length) yield { scope, id, run };
      else await this.release({ scope, id });
    }
  }

  /** Nothing of a step that was left is to be done. */
  async forget({ scope, id }: Pick<LocatedStep, 'scope' | 'id'>): Promise<void> {
    const { keyValue } = this.#context;
    await steps.forget(keyValue, scope, id);
    await this.release({ scope, id });
  }

  /** Lets another instance take up a step that was left. */
  async release({ scope, id }: Pick<LocatedStep, 'scope' | 'id'>): Promise<void> {
    await steps.release(this.#context.keyValue, scope, id, this.#holder);
  }

  /** Says that the steps that are ours are worked on. */
  async renew(): Promise<void> {
    await this.#try(undefined, async () => {
      await Promise.all(
        [...this.#held].map(async ([id, held]) => {
          const now = this.#context.clock.now();
          if (await this.#lease(held.scope, id)) held.leasedAt = now;
        }),
      );
    });
  }

  /** Whether an instance that writes to a store of its own may have taken the step: it is not seen here. */
  #wentElsewhere({ handedOnAt }: WrittenStep): boolean {
    if (this.#leftTo === 'others' || handedOnAt === null) return false;
    return handedOnAt >= this.#startedAt || this.#context.clock.now() - handedOnAt > longAgoMs;
  }

  #journaled(scope: Scope, id: string, step: WrittenStep, isHandedToUs: boolean): JournaledStep {
    const { clock, keyValue } = this.#context;
    let isOver = false;
    const over = async () => {
      if (isOver) return;
      isOver = true;
      await this.#try(undefined, async () => {
        if (await this.#lease(scope, id)) await this.forget({ scope, id });
      });
      this.#held.delete(id);
    };
    return {
      request: step.request,
      isOurs: async () => {
        if (isOver) return false;
        // Half of a lease is left: nobody can have it.
        const leasedAt = this.#held.get(id)?.leasedAt ?? 0;
        return isWithin(leaseMs / 2, leasedAt, clock.now()) || (await this.#try(true, () => this.#lease(scope, id)));
      },
      handOn: async (request) => {
        if (!isHandedToUs) return await over();
        if (isOver) return;
        isOver = true;
        this.#held.delete(id);
        await this.#try(undefined, async () => {
          await Promise.all([
            this.#write({ scope, id, run: { ...step, request, handedOnAt: clock.now() } }),
            steps.release(keyValue, scope, id, this.#holder),
          ]);
        });
      },
      over,
      leftTo: this.#leftTo,
      leave: async () => {
        if (isOver) return;
        isOver = true;
        this.#held.delete(id);
        await this.#try(undefined, async () => {
          if (!(await this.#lease(scope, id))) return;
          // A stop is no sign that a process dies of it.
          await this.#write({ scope, id, run: { ...step, runs: step.runs - 1 } });
          await this.release({ scope, id });
        });
      },
    };
  }

  #lease(scope: Scope, id: string): Promise<boolean> {
    return steps.hold(this.#context.keyValue, scope, id, this.#holder);
  }

  async #write({ scope, id, run }: LocatedStep): Promise<void> {
    const screened = JSON.parse(screenDocument(run.request, this.#policy)) as AgentRequest;
    // What it is found by stays as it is.
    const written: WrittenStep = { ...run, request: { ...screened, session_id: run.request.session_id } };
    await steps.write(this.#context.keyValue, { scope, id, run: written });
  }

  /** What comes of the work, or what is said for a journal that is away. */
  async #try<Result>(otherwise: Result, work: () => Promise<Result>): Promise<Result> {
    const { clock, log } = this.#context;
    if (isWithin(awayMs, this.#awayAt, clock.now())) return otherwise;
    using limit = timeLimit(clock, patienceMs, neverAborted, `The journal does not answer within ${patienceMs} ms`);
    try {
      return await limit.race(work());
    } catch (error) {
      this.#awayAt = clock.now();
      log.warn({ err: error }, 'the journal of runs is away: a crash now would lose the running questions');
      return otherwise;
    }
  }
}
