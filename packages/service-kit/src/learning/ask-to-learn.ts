import { OperationError } from '@agent-mem/contract';
import { isByRules, mayAnswerLater, type TemplateName, type TemplateVariables } from '@agent-mem/llm';
import type { EventContext } from '../context.ts';
import { askForJson, type JsonAnswer } from '../model/ask-for-json.ts';
import type { WaitsFor } from './backlog.ts';
import { type BudgetContext, withinBudget } from './within-budget.ts';

/** What a pass got from the model. `null` and nothing to wait for: no answer that can be used will come, and the rules have the last word. */
export interface Taught<Value> {
  readonly value: Value | null;
  /** Why the model is to be asked later; the rules have their turn meanwhile. `null`: it is not. */
  readonly waitsFor: WaitsFor | null;
}

/** What asking a model to learn takes of a service's context. */
export type LearningContext = BudgetContext & Pick<EventContext<unknown>, 'modelAbsence'>;

/** As `askForJson`, except that a model that is away or that nobody may use now is no failure, nor one whose tokens of the day are spent: its turn comes later. */
export async function askToLearn<Name extends TemplateName, Value>(
  context: LearningContext,
  template: Name,
  variables: TemplateVariables[Name],
  json: JsonAnswer<Value>,
): Promise<Taught<Value>> {
  const { chatModel, metrics, modelAbsence, signal } = context;
  if (isByRules(chatModel)) return { value: await askForJson(context, template, variables, json), waitsFor: null };
  const waits = (waitsFor: WaitsFor): Taught<Value> => {
    metrics.learningWaits(template, waitsFor);
    return { value: null, waitsFor };
  };
  if (modelAbsence.isAway(chatModel.id)) return waits('model');
  try {
    const asked = await withinBudget(context, (counting) => askForJson(counting, template, variables, json));
    if (asked === null) return waits('tokens');
    modelAbsence.answered(chatModel.id);
    return { value: asked.value, waitsFor: null };
  } catch (cause) {
    signal.throwIfAborted();
    if (!(cause instanceof OperationError) || !mayAnswerLater(cause)) throw cause;
    modelAbsence.failed(chatModel.id);
    return waits('model');
  }
}
