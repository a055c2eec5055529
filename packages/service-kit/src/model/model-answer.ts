import { OperationError } from '@agent-mem/contract';
import { askModel, type ChatOptions, type TemplateName, type TemplateVariables } from '@agent-mem/llm';
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
    max: 3_600_000,
    default: 120_000,
  }),
  PROMPTS_FILE: promptsFile,
};

/** What could be read from a model's answer, or in a word why nothing could. Never content: the word goes into logs and metrics. */
export type ReadAnswer<Value> = { readonly value: Value } | { readonly unusable: string };

type Asking = Pick<
  ServiceContext<{ readonly MODEL_TIMEOUT_MS: number; readonly PROMPTS_FILE: string }>,
  'chatModel' | 'clock' | 'config' | 'log' | 'metrics' | 'signal'
> &
  Pick<ChatOptions, 'onUsage'>;

/**
 * Asks the model about an event. Resolves with `null` when the model refused or wrote what cannot be used.
 * Rejects when asking again may help, so that the bus delivers the event again, and after some times gives it to the dead letters.
 */
export async function modelAnswer<Name extends TemplateName, Value>(
  context: Asking,
  template: Name,
  variables: TemplateVariables[Name],
  read: (answer: string) => ReadAnswer<Value>,
): Promise<Value | null> {
  const { clock, config, signal, onUsage } = context;
  const prompts = await promptsFrom(config.PROMPTS_FILE);
  const deadline = clock.now() + config.MODEL_TIMEOUT_MS;
  using watched = requestSignal({ deadline, transport: 'command', signal }, clock, signal);
  const asked = askModel(context.chatModel, prompts, template, variables, { signal: watched.signal, onUsage });
  const answer = await untilAborted(asked, watched.signal).then(read, (cause) => ({ failed: OperationError.from(cause) }));

  if ('value' in answer) {
    context.metrics.modelAnswer(template, 'used');
    return answer.value;
  }
  const outcome = 'failed' in answer ? answer.failed.type : answer.unusable;
  context.metrics.modelAnswer(template, outcome);
  context.log.warn({ template, outcome }, 'The model gave no answer that can be used');
  if ('failed' in answer && answer.failed.retryable) throw answer.failed;
  return null;
}
