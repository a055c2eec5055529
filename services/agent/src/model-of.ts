import { type AgentRequest, OperationError } from '@agent-mem/contract';
import type { ChatModel } from '@agent-mem/llm';

/** The model that a request is answered by. Throws an `OperationError` that names `model` where it may not be asked. */
export function modelOf({ chatModel }: { readonly chatModel: ChatModel }, { model }: Pick<AgentRequest, 'model'>): ChatModel {
  // A request that a version before stored has no such member.
  if (!model) return chatModel;
  if (chatModel.named) return chatModel.named(model);
  throw new OperationError('failed-precondition', 'model: there is no server here with other models (LLM_URL, LLM_MODELS)');
}
