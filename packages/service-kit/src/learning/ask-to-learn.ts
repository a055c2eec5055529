import { OperationError } from '@agent-mem/contract';
import { isByRules, type TemplateName, type TemplateVariables } from '@agent-mem/llm';
import type { EventContext } from '../context.ts';
import { askForJson, type JsonAnswer } from '../model/ask-for-json.ts';
import type { AskingContext } from '../model/model-answer.ts';
import type { WaitsFor } from './backlog.ts';

/** What a pass got from the model. `null` and nothing to wait for: no answer that can be used will come, and the rules have the last word. */
export interface Taught<Value> {
  readonly value: Value | null;
  /** Why the model is to be asked later; the rules have their turn meanwhile. `null`: it is not. */
  readonly waitsFor: WaitsFor | null;
}

/** What asking a model to learn takes of a service's context. */
export type LearningContext = AskingContext & Pick<EventContext<unknown>, 'modelAbsence'>;

/** As `askForJson`, except that a model that is away is no failure: its turn comes later. */
export async function askToLearn<Name extends TemplateName, Value>(
  context: LearningContext,
  template: Name,
  variables: TemplateVariables[Name],
  json: JsonAnswer<Value>,
): Promise<Taught<Value>> {
  const { chatModel, modelAbsence, signal } = context;
  if (isByRules(chatModel)) return { value: await askForJson(context, template, variables, json), waitsFor: null };
  if (modelAbsence.isAway(chatModel.id)) return { value: null, waitsFor: 'model' };
  try {
    const value = await askForJson(context, template, variables, json);
    modelAbsence.answered(chatModel.id);
    return { value, waitsFor: null };
  } catch (cause) {
    signal.throwIfAborted();
    if (!(cause instanceof OperationError) || !cause.retryable) throw cause;
    modelAbsence.failed(chatModel.id);
    return { value: null, waitsFor: 'model' };
  }
}
