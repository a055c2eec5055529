/** What memory needs of stores: four ports, each with the view that maintenance has of it, and a double that lives in memory. */

export * from './attributes.ts';
export * from './details.ts';
export * from './errors.ts';
export * from './graph.ts';
export * from './graph-maintenance.ts';
export * from './key-value.ts';
export { checkLimit, checkOrder, checkWays } from './limit.ts';
export { createMemoryDetails } from './memory/details.ts';
export { createMemoryGraph } from './memory/graph.ts';
export { createMemoryKeyValue } from './memory/key-value.ts';
export { createMemorySearchIndex } from './memory/search-index.ts';
export * from './queue/work-queue.ts';
export { allPages, decodeCursor, encodeCursor } from './reading/cursor.ts';
export { nodesById } from './reading/nodes-by-id.ts';
export * from './search-index.ts';
export { type StoredMembers, storedMembers } from './stored-members.ts';
export { conversationEdgeId, edgeIdOf, textId } from './text-id.ts';
export { WordCount, wordsOf } from './words.ts';
export { edgeOfWrite, nodeOfWrite } from './written.ts';
