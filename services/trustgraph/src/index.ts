/** The agent and memory in the flows of a TrustGraph deployment. */

export { variables } from './config.ts';
export { flowChatModel } from './model/flow-chat-model.ts';
export { type TrustGraphOptions, trustgraphServiceWith } from './service.ts';
