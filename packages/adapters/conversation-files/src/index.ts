/** Bodies of conversations in JSON files, beside a Graph that holds everything else. */

export { withConversationFiles } from './graph.ts';
export { inlineBodies } from './inline-bodies.ts';
