import { deleteRecord, type Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { uniqueKeyIdsOfNode } from '../domain/unique-keys/fact-unique-key.ts';
import { getFact } from '../get-fact.ts';

/** Deletes softly and lets the text and the key go, so that storing them again makes a fact of its own. */
export const deleteFact: Handler<'facts', 'delete', Config> = async (request, context) => {
  return deleteRecord(await getFact(context.graph, context.scope, request.fact_id), uniqueKeyIdsOfNode, context);
};
