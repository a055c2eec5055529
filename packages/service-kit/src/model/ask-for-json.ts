import {
  type ChatMessage,
  type ChatRequest,
  isByRules,
  type ModelList,
  mayAnswerLater,
  readModelList,
  readModelObject,
  type TemplateName,
  type TemplateVariables,
} from '@agent-mem/llm';
import type { PassOutcome } from '@agent-mem/observability';
import { type AskingContext, askOnce, type ReadAnswer } from './model-answer.ts';

/** The JSON that one learning pass asks a model for. */
export type JsonAnswer<Value> = {
  /** By which servers that can hold a model to it. Its root is an object, as they demand; `readModelList` takes the list out of it. */
  readonly schema: NonNullable<ChatRequest['schema']>;
  /** Most tokens of the answer. */
  readonly maxTokens: number;
} & (
  | { readonly kind: 'list'; read(list: ModelList): ReadAnswer<Value> }
  | { readonly kind: 'object'; read(object: Readonly<Record<string, unknown>>): ReadAnswer<Value> }
);

/**
 * Asks the model for JSON about an event: held to the schema where its server can, at temperature 0, read with patience. An answer that cannot be
 * used, or that lacks something, is shown to the model once more with what is wrong with it; of two that lack something the first counts.
 * Resolves with `null` when there is no model, or no answer that can be used: the rules have their turn. Rejects when the first question
 * failed in a way that may pass, or that an operator can mend.
 */
export async function askForJson<Name extends TemplateName, Value>(
  context: AskingContext,
  template: Name,
  variables: TemplateVariables[Name],
  json: JsonAnswer<Value>,
): Promise<Value | null> {
  if (isByRules(context.chatModel)) return null;
  const { maxTokens, schema } = json;
  const ask = (turns: readonly ChatMessage[]) =>
    askOnce(context, template, variables, (answer) => readJsonAnswer(answer, json), { maxTokens, schema, temperature: 0, turns });
  const passed = (outcome: PassOutcome) => context.metrics.learningPass(template, context.chatModel.id, outcome);
  const first = await ask([]);
  if ('failed' in first) {
    const isAway = mayAnswerLater(first.failed);
    passed(isAway ? 'away' : 'failed');
    if (isAway) throw first.failed;
    return null;
  }
  if ('value' in first && first.lacks === undefined) {
    passed('used');
    return first.value;
  }
  const fault = 'value' in first ? `${first.lacks}` : first.unusable;
  const second = await ask(repairTurns(first.answer, fault, json.kind));
  if ('value' in second && (second.lacks === undefined || !('value' in first))) {
    passed('repaired');
    return second.value;
  }
  if ('value' in first) {
    passed('used');
    return first.value;
  }
  passed('failed' in second ? 'failed' : 'unusable');
  return null;
}

/** The schema of an object with one list of objects, every member required, as servers with strict schemas demand. */
export function listSchema(name: string, members: Readonly<Record<string, object>>): JsonSchema {
  const items = { type: 'object', properties: members, required: Object.keys(members), additionalProperties: false };
  return { type: 'object', properties: { [name]: { type: 'array', items } }, required: [name], additionalProperties: false };
}

type JsonSchema = NonNullable<ChatRequest['schema']>['schema'];

/** Longest answer that is shown to the model again, in characters. */
const mostShown = 8_000;

function repairTurns(answer: string, unusable: string, kind: 'list' | 'object'): readonly ChatMessage[] {
  const wanted = kind === 'list' ? 'JSON list' : 'JSON object';
  return [
    { role: 'assistant', content: answer.slice(0, mostShown).toWellFormed() },
    { role: 'user', content: `That could not be used: ${unusable}. Answer again with the ${wanted} alone, as it was asked for.` },
  ];
}

/** What of a model's answer can be used. */
export function readJsonAnswer<Value>(answer: string, json: JsonAnswer<Value>): ReadAnswer<Value> {
  try {
    return json.kind === 'list' ? json.read(readModelList(answer)) : json.read(readModelObject(answer));
  } catch (cause) {
    if (cause instanceof SyntaxError) return { unusable: 'not-json' };
    throw cause;
  }
}
