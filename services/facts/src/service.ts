import { defineService, promptsFrom } from '@agent-mem/service-kit';
import { variables } from './config.ts';
import { factDocument } from './domain/fact/fact-document.ts';
import { uniqueKeyIdsOfNode } from './domain/unique-keys/fact-unique-key.ts';
import { conversationEnded } from './events/conversation-ended.ts';
import { factStored } from './events/fact-stored.ts';
import { invocationCompleted } from './events/invocation-completed.ts';
import { messageAppended } from './events/message-appended.ts';
import { deleteFact } from './handlers/delete.ts';
import { get } from './handlers/get.ts';
import { getProfile } from './handlers/get-profile.ts';
import { history } from './handlers/history.ts';
import { interpret } from './handlers/interpret.ts';
import { list } from './handlers/list.ts';
import { purge } from './handlers/purge.ts';
import { restore } from './handlers/restore.ts';
import { retrieve } from './handlers/retrieve.ts';
import { store } from './handlers/store.ts';
import { storeMany } from './handlers/store-many.ts';
import { update } from './handlers/update.ts';
import { readDueBacklog } from './jobs/read-due-backlog.ts';
import { reconcileDueFact } from './jobs/reconcile-due-fact.ts';
import { indexWholeProfile } from './profile/index-profile.ts';
import { linksOfCommit } from './profile/profile-links.ts';
import { createRetiredTables } from './retired/retired-facts.ts';

/** Statements that last. */
export const factsService = defineService({
  name: 'facts',
  owns: ['Fact', 'Guard', 'FactBacklog', 'Profile'],
  variables,
  quotas: [{ kind: 'Fact', variable: 'MAX_FACTS' }],
  lifetimes: [{ kind: 'Fact', variable: 'FACT_TTL_DAYS' }],
  uniqueKeyIdsOf: uniqueKeyIdsOfNode,
  derivedFrom: linksOfCommit,
  documentOf: factDocument,
  warmUp: (ask, scope) => [
    ask('facts', 'retrieve', { ...scope, query: 'What is believed?' }),
    ask('facts', 'get_profile', { ...scope, without_history: true }),
    ask('facts', 'list', { ...scope, limit: 1 }),
  ],
  state: createRetiredTables,
  handlers: {
    ...{ retrieve, store, get, list, delete: deleteFact, history, restore, interpret, purge, update },
    ...{ store_many: storeMany, get_profile: getProfile },
  },
  events: {
    'message-appended': messageAppended,
    'invocation-completed': invocationCompleted,
    'fact-stored': factStored,
    'conversation-ended': conversationEnded,
  },
  due: { Guard: reconcileDueFact, FactBacklog: readDueBacklog, Profile: (_due, context) => indexWholeProfile(context) },
  // A broken file of prompts stops the start, and not the first invocation.
  start: async ({ config }) => void (await promptsFrom(config.PROMPTS_FILE)),
});
