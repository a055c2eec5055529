/** Models that need no server: rules that write, and a table that embeds. */

export { createLocalChatModel } from './chat-model.ts';
export { loadStaticEmbedder } from './embedder/embedder.ts';
export { openChatModel, openEmbedder } from './open.ts';
