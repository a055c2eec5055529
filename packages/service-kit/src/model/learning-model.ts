import type { Clock, Event, ModelUsage } from '@agent-mem/contract';
import { type ChatModel, isByRules } from '@agent-mem/llm';
import type { Caller } from '@agent-mem/messaging';
import { meteredChatModel } from './metered-chat-model.ts';

/**
 * The model that learns from what was said in a flow: the process's own, where `LLM_URL` names one, else the flow's, asked over the bus.
 * Where there is neither, or `flow` is `null`, the rules.
 */
export type LearningModel = (flow: string | null) => ChatModel;

/** The model of a flow, which the process that stands in the flow asks for its callers. */
export type FlowModel = (flow: string, asking: FlowCaller) => ChatModel;

/** How the process that stands in a flow is asked. */
export interface FlowCaller {
  readonly caller: Pick<Caller, 'call'>;
  readonly clock: Clock;
}

/** The models that a service asks. What each call takes is reported. */
export interface ServiceModels {
  readonly chatModel: ChatModel;
  readonly summaryModel: ChatModel;
  readonly learningModel: LearningModel;
}

/** Models that are not metered yet. */
interface OwnModels extends Pick<ServiceModels, 'chatModel' | 'summaryModel'> {
  /** `null`: flows have no models of their own. */
  readonly flowModel: FlowModel | null;
}

/** The models that a service asks, where those of the process are `own`. */
export function modelsOf(own: OwnModels, asking: FlowCaller, report: (usage: ModelUsage) => void): ServiceModels {
  const { flowModel } = own;
  const chatModel = meteredChatModel(own.chatModel, report);
  const summaryModel = own.summaryModel === own.chatModel ? chatModel : meteredChatModel(own.summaryModel, report);
  const learningModel: LearningModel = (flow) =>
    flow === null || flowModel === null || !isByRules(own.chatModel)
      ? chatModel
      : meteredChatModel(flowModel(flow, asking), report);
  return { chatModel, summaryModel, learningModel };
}

/** The flow that an event comes from; `null`: none. */
export function flowOf({ data }: Pick<Event, 'data'>): string | null {
  return data.invocation_completed?.flow ?? data.message_appended?.flow ?? data.conversation_ended?.flow ?? null;
}
