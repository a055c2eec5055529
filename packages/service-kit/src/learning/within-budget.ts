import type { CallUsage } from '@agent-mem/llm';
import { readScopeRules } from '@agent-mem/policy';
import type { EventContext } from '../context.ts';
import type { AskingContext } from '../model/model-answer.ts';
import { addTokens, tokenBudget } from './token-budget.ts';

/** What keeping to the budget of tokens takes of a service's context. */
export type BudgetContext = AskingContext &
  Pick<EventContext<unknown>, 'clock' | 'defaultSettings' | 'keyValue' | 'scope'> & {
    readonly graph: Pick<EventContext<unknown>['graph'], 'get'>;
  };

/** Asks a model unless its tokens of the day are spent, and counts what it takes, also where it fails. `null`: they are spent. */
export async function withinBudget<Context extends BudgetContext, Value>(
  context: Context,
  ask: (counting: Context) => Promise<Value>,
): Promise<{ readonly value: Value } | null> {
  const { scope } = context;
  const rules = await readScopeRules(context, scope, null);
  if ((await tokenBudget(scope, rules, context)).isSpent) return null;
  const usages: CallUsage[] = [];
  const onUsage = (usage: CallUsage) => {
    usages.push(usage);
    context.onUsage?.(usage);
  };
  try {
    return { value: await ask({ ...context, onUsage }) };
  } finally {
    await addTokens(scope, usages, context).catch((err: unknown) =>
      context.log.warn({ err }, 'the tokens of a model that learned were not counted'),
    );
  }
}
