import type { ErrorSolutionPair } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { timeLimit } from '@agent-mem/runtime';
import { solutionText } from './memory/solution-text.ts';
import type { Trace } from './memory/working-memory.ts';
import type { Run } from './run.ts';
import type { StepRecord } from './step-record.ts';

/** What stands in the trace of memory's solutions, and their ids. */
export interface AdvisedTrace extends Trace {
  readonly recalledIds: readonly string[];
}

/** Looks for what solved errors like that of the step before, if it failed. Memory that does not answer in time has nothing to say. */
export async function solutionsAfter(run: Run, before: StepRecord | undefined): Promise<readonly ErrorSolutionPair[]> {
  const { episodes } = run.memory.tiers;
  if (!before || before.step.success || before.unusable || before.step.from_memory) return [];
  if (episodes.error !== null || episodes.disabled || before.step.observation.trim() === '') return [];
  const { caller, clock, config, log } = run.context;
  const timeoutMs = config.MEMORY_DEADLINE_MS;
  using limit = timeLimit(clock, timeoutMs, run.signal);
  try {
    const asked = { ...run.scope, query: '', error: before.step.observation, top_k: config.EPISODE_RETRIEVAL_TOP_K };
    const { solutions } = await limit.race(caller.call('episodes', 'retrieve', asked, { timeoutMs, signal: limit.signal }));
    return solutions ?? [];
  } catch (cause) {
    run.signal.throwIfAborted();
    log.debug({ invocation_id: run.invocation.invocationId, err: cause }, 'no solutions of a failed step were recalled');
    return [];
  }
}

/** The trace with solutions behind it: those recalled for the question, which the receipt names already, and those of an error met just now. */
export function withSolutions(
  { items, tier }: Trace,
  ofQuestion: readonly ErrorSolutionPair[],
  ofError: readonly ErrorSolutionPair[],
): AdvisedTrace {
  const present = new Set(ofQuestion.map(({ solution_id: id }) => id));
  const more = ofError.filter(({ solution_id: id }) => !present.has(id));
  const text = (pair: ErrorSolutionPair) => ({ type: 'solution', content: solutionText(pair) });
  const receipt = more.map((pair) => ({ id: pair.solution_id, score: pair.score, tokens: countTokens(solutionText(pair)) }));
  return {
    items: [...items, ...[...ofQuestion, ...more].map(text)],
    tier: {
      ...tier,
      items: [...tier.items, ...receipt],
      tokens: tier.tokens + receipt.reduce((sum, { tokens }) => sum + tokens, 0),
    },
    recalledIds: more.map(({ solution_id: id }) => id),
  };
}
