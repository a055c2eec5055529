import { setImmediate } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';

/** How long stages lately took on one store, so that one that would not be done in time is not begun. */
const lately = new WeakMap<object, Map<string, number>>();

/** What is left of an estimate after each time that a stage was not measured: what was slow once is tried again. */
const forgetting = 0.9;

/** After a stage that took so long the event loop turns: stages that compute do not keep it from others together. */
const turnAfterMs = 1;

/** The stages of one recall: what they took, and which were left out. */
export interface RecallStages {
  readonly degraded: readonly string[];
  readonly stagesMs: Readonly<Record<string, number>>;
  /** Runs a stage that there is no recall without. */
  needed<Result>(stage: string, run: () => Promise<Result>): Promise<Result>;
  /** Runs a stage unless it would take longer than it may; `null`: it was left out, late, or failed. */
  optional<Result>(stage: string, limits: StageLimits, run: (timeMs: number) => Promise<Result | null>): Promise<Result | null>;
  /** Milliseconds that stages are expected to take. */
  expectedMs(...stages: readonly string[]): number;
}

/** What an optional stage may take. */
export interface StageLimits {
  /** Milliseconds before the deadline that belong to the stages behind it. */
  readonly reserveMs: number;
  /** Milliseconds at most, also where the deadline is far. Default 2,000. */
  readonly mostMs?: number;
}

/** `store`: whose speed it is. */
export function recallStages(store: object, timeLeftMs: (atMost: number) => number): RecallStages {
  const estimates = lately.get(store) ?? new Map<string, number>();
  lately.set(store, estimates);
  const degraded: string[] = [];
  const stagesMs: Record<string, number> = {};
  const estimate = (stage: string) => estimates.get(stage) ?? 0;

  async function measured<Result>(stage: string, run: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    const tookMs = () => performance.now() - started;
    try {
      const result = await run();
      if (tookMs() > turnAfterMs) await setImmediate();
      return result;
    } finally {
      const took = tookMs();
      stagesMs[stage] = took;
      trace.getActiveSpan()?.addEvent(`recall.${stage}`, { 'agent_mem.ms': took });
      estimates.set(stage, Math.max(took, estimate(stage) * forgetting));
    }
  }

  return {
    degraded,
    stagesMs,
    needed: measured,
    expectedMs: (...stages) => stages.reduce((sum, stage) => sum + estimate(stage), 0),
    async optional(stage, { reserveMs, mostMs = 2_000 }, run) {
      const timeMs = timeLeftMs(mostMs + reserveMs) - reserveMs;
      const result = timeMs > 0 && estimate(stage) <= timeMs ? await measured(stage, () => inTime(run(timeMs), timeMs)) : null;
      if (!(stage in stagesMs)) estimates.set(stage, estimate(stage) * forgetting);
      if (result === null) {
        degraded.push(stage);
        trace.getActiveSpan()?.addEvent('recall.left-out', { 'agent_mem.stage': stage });
      }
      return result;
    },
  };
}

/** What a promise gives in time; `null`: it failed or was late. What it still does goes on unseen. */
async function inTime<Result>(promise: Promise<Result | null>, timeMs: number): Promise<Result | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), Math.max(0, timeMs));
  try {
    return await Promise.race([promise.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
