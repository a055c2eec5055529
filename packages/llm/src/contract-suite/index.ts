/** What every adapter of a model must pass. */

export { describeChatModel, suiteCalls } from './chat-model.ts';
export { describeEmbedder } from './embedder.ts';
export { describeReranker } from './reranker.ts';
