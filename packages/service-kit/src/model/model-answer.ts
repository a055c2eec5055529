import { hourMs, OperationError } from '@agent-mem/contract';
import {
  type AskOptions,
  askModel,
  type ChatOptions,
  holdsDelimiter,
  isByRules,
  readModelText,
  type TemplateName,
  type TemplateVariables,
} from '@agent-mem/llm';
import { integer, untilAborted } from '@agent-mem/runtime';
import type { ServiceContext } from '../context.ts';
import { requestSignal } from '../pipeline/request-signal.ts';
import { promptsFile, promptsFrom } from './prompts.ts';

/** The variables of a service that learns from events by asking a model. */
export const modelVariables = {
  MODEL_TIMEOUT_MS: integer({
    meaning: 'Time for one answer of the model',
    unit: 'ms',
    min: 1,
    max: hourMs,
    default: 120_000,
  }),
  PROMPTS_FILE: promptsFile,
};

/**
 * What could be read from a model's answer, or in a word why nothing could. `dropped`: in a word each, why entries of it are not in the value.
 * `lacks`: in a word, why it is worth asking once more for what the value lacks. Never content: the words go into logs and metrics.
 */
export type ReadAnswer<Value> =
  | { readonly value: Value; readonly dropped?: readonly string[]; readonly lacks?: string }
  | { readonly unusable: string };

/** What asking a model takes of a service's context. */
export type AskingContext = Pick<
  ServiceContext<{ readonly MODEL_TIMEOUT_MS: number; readonly PROMPTS_FILE: string }>,
  'chatModel' | 'clock' | 'config' | 'log' | 'metrics' | 'signal'
> &
  Pick<ChatOptions, 'onUsage'>;

/** What came of one question to a model. */
export type Outcome<Value> =
  | { readonly value: Value; readonly dropped?: readonly string[]; readonly lacks?: string; readonly answer: string }
  | { readonly unusable: string; readonly answer: string }
  | { readonly failed: OperationError };

/** What a weak model writes for nothing, also in a fence with its language. */
const wordsForNothing = new Set(['null', 'none', 'undefined', 'nil', 'json', 'text', 'markdown']);

/** Whether an answer has no word but those, whatever brackets, quotes and fences stand around them. */
function saysNothing(answer: string): boolean {
  return answer.matchAll(/[\p{L}\p{N}]+/gu).every(([word]) => wordsForNothing.has(word.toLowerCase()));
}

/**
 * Asks the model for a text about an event. Resolves with `null` when there is no model, or it refused or wrote what cannot be used.
 * Rejects when asking again may help, so that the bus delivers the event again, and after some times gives it to the dead letters.
 */
export async function modelAnswer<Name extends TemplateName, Value>(
  context: AskingContext,
  template: Name,
  variables: TemplateVariables[Name],
  read: (answer: string) => ReadAnswer<Value>,
): Promise<Value | null> {
  if (isByRules(context.chatModel)) return null;
  const readText = (answer: string) => {
    const text = readModelText(answer);
    if (saysNothing(text)) return { unusable: 'empty' };
    return holdsDelimiter(text) ? { unusable: 'copies-prompt' } : read(text);
  };
  const outcome = await askOnce(context, template, variables, readText, {});
  if ('failed' in outcome && outcome.failed.retryable) throw outcome.failed;
  return 'value' in outcome ? outcome.value : null;
}

/** One question to the model, counted by its template and what came of it. Resolves also when the model fails. */
export async function askOnce<Name extends TemplateName, Value>(
  context: AskingContext,
  template: Name,
  variables: TemplateVariables[Name],
  read: (answer: string) => ReadAnswer<Value>,
  options: Omit<AskOptions, 'signal'>,
): Promise<Outcome<Value>> {
  const { chatModel, clock, config, log, metrics, onUsage, signal } = context;
  const prompts = await promptsFrom(config.PROMPTS_FILE);
  const deadline = clock.now() + config.MODEL_TIMEOUT_MS;
  using watched = requestSignal({ deadline, transport: 'command', signal }, clock, signal);
  const asked = askModel(chatModel, prompts, template, variables, { ...options, onUsage, signal: watched.signal });
  const outcome = await untilAborted(asked, watched.signal).then(
    (answer): Outcome<Value> => ({ ...read(answer), answer }),
    (cause): Outcome<Value> => ({ failed: OperationError.from(cause) }),
  );
  if ('value' in outcome) {
    const { dropped = [] } = outcome;
    metrics.modelAnswer(template, 'used');
    for (const reason of dropped) metrics.modelEntryDropped(template, reason);
    if (dropped.length > 0) log.warn({ template, dropped }, 'Entries of the answer of a model cannot be used: the others are');
    return outcome;
  }
  const word = 'failed' in outcome ? outcome.failed.type : outcome.unusable;
  metrics.modelAnswer(template, word);
  log.warn({ template, outcome: word }, 'The model gave no answer that can be used');
  return outcome;
}
