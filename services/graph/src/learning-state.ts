import type { Init, LearningState } from '@agent-mem/contract';
import type { ScopeRules } from '@agent-mem/policy';
import { type HandlerContext, tokenBudget } from '@agent-mem/service-kit';

/** What models still are to learn from in a scope, and what they may take for it. */
export async function learningState(
  rules: Pick<ScopeRules, 'learnTokensPerDay'>,
  context: HandlerContext<unknown>,
): Promise<Init<LearningState>> {
  const { graph, scope } = context;
  const [waiting, budget] = await Promise.all([
    graph.count(scope, { kinds: ['FactBacklog', 'EpisodeBacklog'] }),
    tokenBudget(scope, rules, context),
  ]);
  return {
    waiting,
    tokens_today: budget.inScope,
    tokens_per_day: budget.perScope,
    tokens_today_in_all: budget.inAll,
    tokens_per_day_in_all: budget.perFleet,
    tokens_spent: budget.isSpent,
  };
}
