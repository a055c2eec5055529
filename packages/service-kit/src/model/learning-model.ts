import type { Event, ModelUsage } from '@agent-mem/contract';
import { type ChatModel, isByRules } from '@agent-mem/llm';
import { type FlowCaller, flowChatModel } from './flow-chat-model.ts';
import { meteredChatModel } from './metered-chat-model.ts';

/**
 * The model that learns from what was said in a flow: the process's own, where `LLM_URL` names one, else the flow's, asked over the bus.
 * Where there is neither, or `flow` is `null`, the rules.
 */
export type LearningModel = (flow: string | null) => ChatModel;

/** The models that a service asks. What each call takes is reported. */
export interface ServiceModels {
  readonly chatModel: ChatModel;
  readonly summaryModel: ChatModel;
  readonly learningModel: LearningModel;
}

/** The models that a service asks, where those of the process are `own`. */
export function modelsOf(
  { chatModel: own, summaryModel: ownForSummaries }: Pick<ServiceModels, 'chatModel' | 'summaryModel'>,
  asking: FlowCaller,
  report: (usage: ModelUsage) => void,
): ServiceModels {
  const chatModel = meteredChatModel(own, report);
  const summaryModel = ownForSummaries === own ? chatModel : meteredChatModel(ownForSummaries, report);
  const learningModel: LearningModel = (flow) =>
    flow === null || !isByRules(own) ? chatModel : meteredChatModel(flowChatModel(flow, asking), report);
  return { chatModel, summaryModel, learningModel };
}

/** The TrustGraph flow that an event comes from; `null`: none. */
export function flowOf({ data }: Pick<Event, 'data'>): string | null {
  return data.invocation_completed?.flow ?? data.message_appended?.flow ?? data.conversation_ended?.flow ?? null;
}
