/** Content up to this size stands in its row. */
export const maxInlineBytes = 1024 * 1024;

/** How much of larger content stands in one row of its own. */
export const chunkBytes = 1024 * 1024;

/**
 * The tables, version by version; a version that was released is never changed. `agent_memories` has the columns people know it by.
 * Beside those: whose it is (`scope_…`; `scope_hash` is the SHA-256 of all three, short enough for an index), the bytes of what is no
 * text, and what tells the content apart; `number` rises as rows
 * come. A row that is not active was deleted, or its content is still coming in.
 */
export const migrations = [
  `CREATE TABLE agent_memories (
     id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
     agent_id text,
     thread_id text,
     memory_key varchar(256) NOT NULL,
     memory_type text,
     summary text,
     content text,
     content_metadata jsonb NOT NULL DEFAULT '{}',
     created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
     is_active boolean NOT NULL DEFAULT true,
     scope_workspace text NOT NULL,
     scope_user text NOT NULL,
     scope_collection text NOT NULL,
     scope_hash bytea NOT NULL,
     content_type text NOT NULL,
     content_bytes bytea,
     content_hash text NOT NULL,
     size_bytes bigint NOT NULL,
     metadata_text text,
     deactivated_at timestamptz,
     number bigint GENERATED ALWAYS AS IDENTITY
   );
   ALTER TABLE agent_memories ALTER COLUMN content_bytes SET STORAGE EXTERNAL;
   CREATE INDEX idx_memories_key ON agent_memories (memory_key);
   CREATE INDEX idx_memories_thread ON agent_memories (thread_id);
   CREATE UNIQUE INDEX agent_memories_one_active ON agent_memories (scope_hash, memory_key) WHERE is_active;
   CREATE INDEX agent_memories_by_age ON agent_memories (created_at, number) WHERE is_active;
   CREATE INDEX agent_memories_by_scope_and_age ON agent_memories (scope_hash, created_at, number) WHERE is_active;
   CREATE INDEX agent_memories_inactive ON agent_memories (deactivated_at) WHERE NOT is_active;

   CREATE TABLE agent_memory_chunks (
     memory uuid NOT NULL REFERENCES agent_memories ON DELETE CASCADE,
     place integer NOT NULL,
     bytes bytea NOT NULL,
     PRIMARY KEY (memory, place)
   );
   ALTER TABLE agent_memory_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

   CREATE TABLE agent_memory_words (
     scope_hash bytea NOT NULL,
     word text COLLATE "C" NOT NULL,
     memory uuid NOT NULL REFERENCES agent_memories ON DELETE CASCADE,
     count integer NOT NULL,
     PRIMARY KEY (scope_hash, word, memory) INCLUDE (count)
   );
   CREATE INDEX agent_memory_words_by_memory ON agent_memory_words (memory);`,
] as const;
