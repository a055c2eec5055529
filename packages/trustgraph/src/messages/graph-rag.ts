import { flag, integer, list, nullable, text, type ValueOf } from '../field.ts';
import { wireMessage } from '../wire-message.ts';
import { wireError } from './error.ts';
import { tripleMessage } from './triples.ts';

/** A question to the knowledge graph of a collection. A limit of 0 is the service's own; `parent_uri` links its provenance to the asker's step. */
export const graphRagQueryMessage = wireMessage('GraphRagQuery', {
  query: text(),
  collection: text(),
  entity_limit: integer(),
  triple_limit: integer(),
  max_subgraph_size: integer(),
  max_path_length: integer(),
  edge_score_limit: integer(),
  edge_limit: integer(),
  max_reranker_input: integer(),
  streaming: flag(),
  parent_uri: text(),
});

/** One message of the answer, `message_type` `chunk` or `explain`: several even when not streaming, the last with `end_of_session`. */
export const graphRagResponseMessage = wireMessage('GraphRagResponse', {
  error: nullable(wireError),
  response: text(),
  end_of_stream: flag(),
  explain_id: nullable(text()),
  explain_graph: nullable(text()),
  explain_triples: list(tripleMessage),
  message_type: text(),
  end_of_session: flag(),
  in_token: nullable(integer()),
  out_token: nullable(integer()),
  model: nullable(text()),
  sources: list(wireMessage('Source', { uri: text(), title: text() })),
});
export type GraphRagResponse = ValueOf<typeof graphRagResponseMessage>;
