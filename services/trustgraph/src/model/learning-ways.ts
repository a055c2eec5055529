import { OperationError } from '@agent-mem/contract';
import type { ChatRequest } from '@agent-mem/llm';
import type { FlowClients } from '@agent-mem/trustgraph';
import { stockTemplates } from './templates.ts';
import { completed, type Piece, prompted, textOf } from './ways.ts';

/** What a flow's model is asked. */
export type FlowQuestion = Pick<ChatRequest, 'messages' | 'schema'>;

/** One way in which a flow's model is asked for other services. */
export interface LearningWay {
  /** Whether anybody serves its queue, known within a second. */
  isServed(): Promise<boolean>;
  ask(question: FlowQuestion, signal: AbortSignal): Promise<Piece>;
}

type ModelClients = Pick<FlowClients, 'textCompletion' | 'prompt'>;

/** Clients whose model's server refused a schema, and answered without it. */
const refusesSchemas = new WeakSet<NonNullable<ModelClients['textCompletion']>>();

/** Text completion, which can hold the model to a schema, then the prompt service, by the template that shows a question alone. */
export function learningWays({ textCompletion, prompt }: ModelClients): readonly LearningWay[] {
  const byCompletion: LearningWay | null = textCompletion && {
    isServed: () => textCompletion.isServed(),
    ask: (question, signal) => completedTo(textCompletion, question, signal),
  };
  const byPrompt: LearningWay | null = prompt && {
    isServed: () => prompt.isServed(),
    async ask(question, signal) {
      const terms = { question: textOf(question, () => true) };
      return lastOf(await Array.fromAsync(prompted(prompt, stockTemplates.completion, terms, false, { signal })));
    },
  };
  return [byCompletion, byPrompt].filter((way) => way !== null);
}

/** With the schema where the model's server takes it: one that refuses is asked once more without, and from then on never with. */
async function completedTo(
  client: NonNullable<ModelClients['textCompletion']>,
  { messages, schema }: FlowQuestion,
  signal: AbortSignal,
): Promise<Piece> {
  const ask = async (question: FlowQuestion) => lastOf(await Array.fromAsync(completed(client, question, false, { signal })));
  if (!schema || refusesSchemas.has(client)) return await ask({ messages });
  try {
    return await ask({ messages, schema });
  } catch (error) {
    // What failed in another way than by the service's refusal says nothing of the schema.
    if (!(error instanceof OperationError) || error.type !== 'unavailable') throw error;
    const answer = await ask({ messages });
    refusesSchemas.add(client);
    return answer;
  }
}

function lastOf(pieces: readonly Piece[]): Piece {
  return pieces.at(-1) ?? { text: '', usage: null };
}
