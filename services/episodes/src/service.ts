import { defineService, promptsFrom } from '@agent-mem/service-kit';
import { tellDueBacklog } from './backlog/tell-due-backlog.ts';
import { variables } from './config.ts';
import { episodeDocument } from './domain/episode/episode-document.ts';
import { uniqueKeyIdsOfNode } from './domain/episode/episode-unique-key.ts';
import { conversationEnded } from './events/conversation-ended.ts';
import { invocationCompleted } from './events/invocation-completed.ts';
import { messageAppended } from './events/message-appended.ts';
import { deleteEpisode } from './handlers/delete.ts';
import { get } from './handlers/get.ts';
import { history } from './handlers/history.ts';
import { list } from './handlers/list.ts';
import { purge } from './handlers/purge.ts';
import { restore } from './handlers/restore.ts';
import { retrieve } from './handlers/retrieve.ts';
import { setOutcome } from './handlers/set-outcome.ts';
import { store } from './handlers/store.ts';
import { storeExperience } from './handlers/store-experience.ts';

/** What was attempted, and what came of it. */
export const episodesService = defineService({
  name: 'episodes',
  owns: ['Episode', 'Error', 'Solution', 'Guard', 'EpisodeBacklog'],
  variables,
  quotas: [{ kind: 'Episode', variable: 'MAX_EPISODES' }],
  lifetimes: [{ kind: 'Episode', variable: 'EPISODE_TTL_DAYS' }],
  uniqueKeyIdsOf: uniqueKeyIdsOfNode,
  documentOf: episodeDocument,
  warmUp: (ask, scope) => [
    ask('episodes', 'retrieve', { ...scope, query: 'What was done?' }),
    ask('episodes', 'list', { ...scope, limit: 1 }),
  ],
  handlers: {
    retrieve,
    store,
    get,
    list,
    delete: deleteEpisode,
    restore,
    purge,
    history,
    set_outcome: setOutcome,
    store_experience: storeExperience,
  },
  events: {
    'message-appended': messageAppended,
    'invocation-completed': invocationCompleted,
    'conversation-ended': conversationEnded,
  },
  due: { EpisodeBacklog: tellDueBacklog },
  // A broken file of prompts stops the start, and not the first invocation.
  start: async ({ config }) => void (await promptsFrom(config.PROMPTS_FILE)),
});
