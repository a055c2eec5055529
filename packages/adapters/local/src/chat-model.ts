import { OperationError } from '@agent-mem/contract';
import type { ChatModel } from '@agent-mem/llm';

/** No model: it refuses every request. The services know it by its id, write by rules of their own, and ask nothing. */
export function createLocalChatModel(): ChatModel {
  const generate: ChatModel['generate'] = async (_, { signal }) => {
    if (signal.aborted) throw new OperationError('cancelled', 'The request to the model was cancelled');
    throw new OperationError('failed-precondition', 'There is no language model. Set LLM_URL and LLM_MODEL to have one.');
  };
  return {
    id: 'local:rules',
    generate,
    async *stream(request, options) {
      yield await generate(request, options);
    },
  };
}
