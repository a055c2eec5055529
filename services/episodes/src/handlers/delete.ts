import { deleteRecord, type Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { uniqueKeyIdsOfNode } from '../domain/episode/episode-unique-key.ts';
import { getEpisode } from '../get-episode.ts';

/** Deletes softly and lets the story and the key go, so that storing them again makes an episode of its own. */
export const deleteEpisode: Handler<'episodes', 'delete', Config> = async (request, context) => {
  return deleteRecord(await getEpisode(context.graph, context.scope, request.episode_id), uniqueKeyIdsOfNode, context);
};
