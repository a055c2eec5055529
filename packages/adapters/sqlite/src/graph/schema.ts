import { addChecksum, type Migration } from '../file/index.ts';
import { heaviestFirst } from './edge-rank.ts';
import { graphTables } from './tables.ts';

/** Tables of the graph. The second part of each index is the order of a page, so that no query sorts what it does not answer. */
export const graphMigrations: readonly Migration[] = [
  `CREATE TABLE graph_nodes (
     scope INTEGER NOT NULL,
     id TEXT NOT NULL,
     kind TEXT NOT NULL,
     status TEXT NOT NULL,
     version INTEGER NOT NULL,
     weight REAL,
     conversation_id TEXT,
     ordinal INTEGER NOT NULL, -- -1: none, so that pages by ordinal need no case for NULL
     valid_from TEXT,
     valid_to TEXT,
     created_at TEXT NOT NULL,
     updated_at TEXT NOT NULL,
     due_at TEXT,
     indexed_version INTEGER,
     properties TEXT NOT NULL,
     PRIMARY KEY (scope, id)
   ) STRICT;
   CREATE INDEX graph_nodes_by_created ON graph_nodes (scope, kind, status, created_at, id);
   CREATE INDEX graph_nodes_by_updated ON graph_nodes (scope, kind, status, updated_at, id);
   CREATE INDEX graph_nodes_by_conversation ON graph_nodes (scope, conversation_id, kind, status, ordinal, id);
   CREATE INDEX graph_nodes_due ON graph_nodes (kind, due_at, id) WHERE status = 'ACTIVE' AND due_at IS NOT NULL;
   CREATE INDEX graph_nodes_unindexed ON graph_nodes (kind, updated_at, id) WHERE indexed_version < version;

   CREATE TABLE graph_edges (
     scope INTEGER NOT NULL,
     id TEXT NOT NULL,
     kind TEXT NOT NULL,
     from_id TEXT NOT NULL,
     to_id TEXT NOT NULL,
     version INTEGER NOT NULL,
     weight REAL,
     created_at TEXT NOT NULL,
     properties TEXT NOT NULL,
     PRIMARY KEY (scope, id)
   ) STRICT;
   CREATE INDEX graph_edges_out ON graph_edges (scope, from_id, created_at, id);
   CREATE INDEX graph_edges_in ON graph_edges (scope, to_id, created_at, id);

   CREATE TABLE graph_history (
     scope INTEGER NOT NULL,
     id TEXT NOT NULL,
     version INTEGER NOT NULL,
     record TEXT NOT NULL,
     recorded_at TEXT NOT NULL,
     node TEXT NOT NULL,
     PRIMARY KEY (scope, id, version)
   ) STRICT;

   CREATE TABLE graph_replies (
     scope INTEGER NOT NULL,
     operation TEXT NOT NULL,
     key TEXT NOT NULL,
     request_hash TEXT NOT NULL,
     reply TEXT NOT NULL,
     kept_at TEXT NOT NULL,
     PRIMARY KEY (scope, operation, key)
   ) STRICT;
   CREATE INDEX graph_replies_by_age ON graph_replies (kept_at);

   CREATE TABLE graph_outbox (position INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL) STRICT;`,
  { rewrites: graphTables.map(addChecksum).join('\n') },
  // What has no weight is not in it.
  'CREATE INDEX graph_nodes_by_weight ON graph_nodes (scope, kind, status, weight, id) WHERE weight IS NOT NULL;',
  // A field of a profile has thousands of facts, of which the best few are asked for.
  `CREATE INDEX graph_edges_in_by_weight ON graph_edges (scope, to_id, kind, ${heaviestFirst('weight')}, id);`,
];
