/** Models that need no server: rules that write, and a table that embeds. */

export { createLocalChatModel } from './local-chat-model.ts';
export { loadStaticEmbedder } from './static-embedder.ts';
