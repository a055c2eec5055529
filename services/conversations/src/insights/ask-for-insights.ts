import { type ModelUsage, OperationError } from '@agent-mem/contract';
import { TooSlow } from '@agent-mem/runtime/given-schema';
import { askForJson, summedUsage } from '@agent-mem/service-kit';
import type { InsightForm, Insights } from '../domain/insights/insight-form.ts';
import type { ReadMessage } from '../domain/insights/insights-by-rules.ts';
import type { OnEventContext } from '../handler.ts';

const maxTokens = 2_000;
/** More would not be an answer that anybody can carry on with. */
const mostBytes = 8_192;

/** What a model is asked about one part of a conversation. */
interface Asked {
  readonly form: InsightForm;
  readonly task: string | null;
  /** Its answer about the parts before, as JSON; empty: there are none. */
  readonly found: string;
  readonly messages: readonly ReadMessage[];
}

type Outcome = { readonly usage: readonly ModelUsage[] } & (
  | { readonly insights: Insights }
  /** Why there are none: the model is away, or wrote what cannot be used. */
  | { readonly without: 'away' | 'unusable' }
);

/** Asks the model for insights of a form. It resolves also where the model fails. Throws `invalid-argument` where the form takes for ever to check. */
export async function askForInsights({ form, task, found, messages }: Asked, context: OnEventContext): Promise<Outcome> {
  const { chatModel, modelAbsence, signal } = context;
  if (modelAbsence.isAway(chatModel.id)) return { usage: [], without: 'away' };
  const summed = summedUsage(context);
  const { items, schema } = form;
  const variables = { task: task ?? '', items, schema: JSON.stringify(schema), found, messages };
  const read = (written: Insights) => {
    const insights = form.read(written);
    if (insights === null) return { unusable: 'not-of-schema' };
    return Buffer.byteLength(JSON.stringify(insights)) > mostBytes ? { unusable: 'too-long' } : { value: insights };
  };
  try {
    const insights = await askForJson(summed.context, 'conversation-insights', variables, {
      kind: 'object',
      // A server that refuses a schema is not sent another: a caller's own stands in the prompt alone.
      schema: { name: 'insights', schema: form.isGiven ? { type: 'object' } : schema },
      maxTokens,
      read,
    });
    if (insights) modelAbsence.answered(chatModel.id);
    return insights ? { usage: summed.usage(), insights } : { usage: summed.usage(), without: 'unusable' };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof TooSlow)
      throw new OperationError('invalid-argument', `output_schema: ${error.message} to check`, { cause: error });
    modelAbsence.failed(chatModel.id);
    return { usage: summed.usage(), without: 'away' };
  }
}
