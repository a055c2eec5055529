/** The models of a program whose variables name no server. */

export { createLocalChatModel as openChatModel } from './chat-model.ts';
export { loadStaticEmbedder as openEmbedder } from './embedder/embedder.ts';
