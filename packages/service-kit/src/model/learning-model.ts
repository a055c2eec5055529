import type { Event, ModelUsage } from '@agent-mem/contract';
import { type ChatModel, isByRules } from '@agent-mem/llm';
import { type FlowCaller, flowChatModel } from './flow-chat-model.ts';
import { meteredChatModel } from './metered-chat-model.ts';

/**
 * The model that learns from what was said in a flow: the process's own, where `LLM_URL` names one, else the flow's, asked over the bus.
 * Where there is neither, or `flow` is `null`, the rules.
 */
export type LearningModel = (flow: string | null) => ChatModel;

/** The models that a service learns by. `own` is metered already; what a flow's model takes is reported. */
export function learningModels(own: ChatModel, asking: FlowCaller, report: (usage: ModelUsage) => void): LearningModel {
  return (flow) => (flow === null || !isByRules(own) ? own : meteredChatModel(flowChatModel(flow, asking), report));
}

/** The TrustGraph flow that an event comes from; `null`: none. */
export function flowOf({ data }: Pick<Event, 'data'>): string | null {
  return data.invocation_completed?.flow ?? data.message_appended?.flow ?? data.conversation_ended?.flow ?? null;
}
