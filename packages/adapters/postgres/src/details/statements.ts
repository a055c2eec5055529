import { detailColumns } from './rows.ts';
import { chunkBytes, maxInlineBytes } from './schema.ts';

/** A row whose content comes in, seen by nobody. */
export const insertIncoming = `INSERT INTO agent_memories (id, is_active, deactivated_at, memory_key, scope_workspace, scope_user,
    scope_collection, scope_hash, content_type, content_hash, size_bytes)
  VALUES ($1, false, now(), $2, $3, $4, $5, $6, '', '', 0) ON CONFLICT (id) DO NOTHING`;

/** One chunk of it. The row shows that its content still comes, so that nobody erases it; it answers nothing if somebody did. */
export const insertChunk = `WITH incoming AS (
    UPDATE agent_memories SET deactivated_at = now() WHERE id = $1 AND NOT is_active RETURNING id
  ), written AS (
    INSERT INTO agent_memory_chunks (memory, place, bytes) SELECT id, $2, $3 FROM incoming ON CONFLICT DO NOTHING
  ) SELECT id FROM incoming`;

/**
 * Puts a detail in the place of what stood under its key, in one statement; its words with it. The former row goes first: only one
 * may be active. Large content ($19) must have its row still. Under the key's lock, doing it twice is doing it once.
 */
export const putActive = `WITH former AS (
    DELETE FROM agent_memories WHERE scope_hash = $7 AND memory_key = $2 AND is_active AND id <> $1 RETURNING id
  ), active AS (
    INSERT INTO agent_memories (id, memory_key, is_active, deactivated_at, created_at, scope_workspace, scope_user, scope_collection,
      scope_hash, content_type, content_hash, size_bytes, content, content_bytes, content_metadata, metadata_text, agent_id, thread_id,
      memory_type, summary)
    SELECT $1, $2, true, NULL, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18
    FROM (SELECT count(*) FROM former) AS gone
    WHERE NOT $19 OR EXISTS (SELECT FROM agent_memories WHERE id = $1)
    ON CONFLICT (id) DO UPDATE SET is_active = true, deactivated_at = NULL, created_at = excluded.created_at,
      content_type = excluded.content_type, content_hash = excluded.content_hash, size_bytes = excluded.size_bytes,
      content_metadata = excluded.content_metadata, metadata_text = excluded.metadata_text, agent_id = excluded.agent_id,
      thread_id = excluded.thread_id, memory_type = excluded.memory_type, summary = excluded.summary
    RETURNING id, scope_hash
  ), counted AS (
    INSERT INTO agent_memory_words (scope_hash, word, memory, count)
    SELECT active.scope_hash, given.word, active.id, given.count
    FROM active, unnest($20::text[], $21::integer[]) AS given (word, count) ON CONFLICT DO NOTHING
  ) SELECT id FROM active`;

export const selectDetail = `SELECT ${detailColumns} FROM agent_memories AS m
  WHERE m.scope_hash = $1 AND m.memory_key = $2 AND m.is_active`;

/** The bytes from $3 on, at most $4, in one row or, for large content, one a chunk: each cut by the server. */
export const selectRange = `SELECT CASE
    WHEN m.size_bytes <= ${maxInlineBytes} THEN substring(
      coalesce(m.content_bytes, convert_to(m.content, 'UTF8'))
      FROM least($3::bigint, ${maxInlineBytes})::integer + 1 FOR least($4::bigint, ${maxInlineBytes})::integer)
    ELSE substring(c.bytes
      FROM greatest($3::bigint - c.place::bigint * ${chunkBytes}, 0)::integer + 1
      FOR (least($3::bigint + $4::bigint - c.place::bigint * ${chunkBytes}, ${chunkBytes})
        - greatest($3::bigint - c.place::bigint * ${chunkBytes}, 0))::integer)
    END AS bytes
  FROM agent_memories AS m LEFT JOIN agent_memory_chunks AS c
    ON m.size_bytes > ${maxInlineBytes} AND c.memory = m.id
    AND c.place BETWEEN $3::bigint / ${chunkBytes} AND ($3::bigint + $4::bigint - 1) / ${chunkBytes}
  WHERE m.scope_hash = $1 AND m.memory_key = $2 AND m.is_active ORDER BY c.place`;

export const searchWords = `SELECT ${detailColumns} FROM agent_memories AS m JOIN (
    SELECT memory, count(*) AS words, sum(count) AS hits FROM agent_memory_words
    WHERE scope_hash = $1 AND word = ANY ($2::text[]) GROUP BY memory
  ) AS found ON found.memory = m.id
  WHERE m.is_active ORDER BY found.words DESC, found.hits DESC, m.created_at DESC, m.number LIMIT $3`;

export const deactivate = `UPDATE agent_memories SET is_active = false, deactivated_at = now()
  WHERE scope_hash = $1 AND memory_key = $2 AND is_active`;

/** A page of all, and one of a scope: each walks its own index. */
export const selectStored = `SELECT ${detailColumns} FROM agent_memories AS m
  WHERE m.is_active AND (m.created_at, m.number) > ($1::timestamptz, $2::bigint) AND m.created_at < $3::timestamptz
  ORDER BY m.created_at, m.number LIMIT 100`;
export const selectStoredOfScope = `SELECT ${detailColumns} FROM agent_memories AS m
  WHERE m.is_active AND m.scope_hash = $4 AND (m.created_at, m.number) > ($1::timestamptz, $2::bigint) AND m.created_at < $3::timestamptz
  ORDER BY m.created_at, m.number LIMIT 100`;

/** A page of scopes: from the first row of one the index leads to the first row of the next. */
export const selectScopes = `WITH RECURSIVE firsts AS (
    (SELECT scope_hash, scope_workspace, scope_user, scope_collection FROM agent_memories
     WHERE is_active AND scope_hash > $1 ORDER BY scope_hash LIMIT 1)
    UNION ALL
    SELECT following.* FROM firsts CROSS JOIN LATERAL (
      SELECT scope_hash, scope_workspace, scope_user, scope_collection FROM agent_memories
      WHERE is_active AND scope_hash > firsts.scope_hash ORDER BY scope_hash LIMIT 1
    ) AS following
  ) SELECT * FROM firsts LIMIT 100`;

/** Takes back what came in and never became active. */
export const removeIncoming = 'DELETE FROM agent_memories WHERE id = $1 AND NOT is_active';

export const eraseInactive = `DELETE FROM agent_memories WHERE id IN (
    SELECT id FROM agent_memories WHERE NOT is_active AND deactivated_at < $1::timestamptz
    ORDER BY deactivated_at LIMIT 100 FOR UPDATE SKIP LOCKED
  )`;

/** Some rows under these keys, or of the whole scope where they are null: also those that were deleted, and those that come in. Each of the two has its index. */
export const purgeSome = `DELETE FROM agent_memories WHERE id IN (
    (SELECT id FROM agent_memories WHERE is_active AND scope_hash = $1 AND ($2::text[] IS NULL OR memory_key = ANY ($2::text[])) LIMIT 100)
    UNION ALL
    (SELECT id FROM agent_memories WHERE NOT is_active AND scope_hash = $1 AND ($2::text[] IS NULL OR memory_key = ANY ($2::text[])) LIMIT 100)
    LIMIT 100
  )`;
