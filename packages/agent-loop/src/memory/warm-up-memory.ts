import type { WarmUp } from '@agent-mem/messaging';

const query = 'What is remembered?';

/** What an agent asks memory for a question. */
export const warmUpMemory: WarmUp = (ask, scope) => [
  ask('facts', 'retrieve', { ...scope, query }),
  ask('facts', 'get_profile', { ...scope, without_history: true }),
  ask('episodes', 'retrieve', { ...scope, query }),
  ask('conversations', 'build_context', { ...scope, query, strategy: 'hybrid', other_conversations: true }),
  ask('working-memory', 'search_details', { ...scope, query }),
];
