/** Chat models and embedders of any server that speaks OpenAI's API. */

export { createOpenAiChatModel } from './chat-model/chat-model.ts';
export { createOpenAiEmbedder } from './embedder.ts';
export { openChatModel, openEmbedder, openPreviousEmbedder } from './open.ts';
export type { OpenAiServer } from './server.ts';
