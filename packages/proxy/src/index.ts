/** The wires of models: where the user's words are in a request, how a block of memory is put in front of them, how a reply is read. It asks nobody. */

export { blockOf } from './block.ts';
export type { ConversationKey } from './conversation-key.ts';
export { withInsertions } from './json/insertion.ts';
export { type ProxiedRequest, readRequest, type SpokenRequest } from './read-request.ts';
export type { Repeat } from './repeat.ts';
export { type ReadingReply, readReply } from './reply/read-reply.ts';
export { storedText } from './stored-text.ts';
export { type Turn, type Turns, turnsOf } from './turns.ts';
export { readUpstreams, type Upstreams } from './upstreams.ts';
export { isGeminiPath, passedGeminiPaths } from './wires/generate-content.ts';
export type { Reply, Wire } from './wires/wire.ts';
export { wires } from './wires/wires.ts';
