import { dayMs, type Scope } from '@agent-mem/contract';
import type { Turn } from '@agent-mem/proxy';
import type { HttpPluginContext } from '@agent-mem/service-kit';
import type { ShownBlock } from './shown-block.ts';

/** The blocks that the turns of a conversation were sent with, whichever process sent them. */
export interface StoredBlocks {
  /** `null`: none is stored. */
  of(turn: Turn): Promise<ShownBlock | null>;
  /** Stores the block unless the turn has one, and answers the one that it has: of two requests of one turn at once, the first decides. */
  decide(turn: Turn, block: ShownBlock): Promise<ShownBlock>;
}

/** As long as providers keep a prompt in their caches. */
const ttlMs = dayMs;

/** Those of a scope's conversation. An entry holds the names that a purge looks for: the conversation's, and the ids of what it shows. */
export function storedBlocks(
  keyValue: HttpPluginContext<unknown>['keyValue'],
  scope: Scope,
  conversationId: string,
): StoredBlocks {
  const keyOf = ({ id }: Turn) => `proxy:block:${id}`;
  const read = async (turn: Turn) => {
    const entry = await keyValue.get(scope, keyOf(turn));
    // This file wrote it.
    return entry && (JSON.parse(entry.value) as { readonly block: ShownBlock }).block;
  };
  return {
    of: read,
    async decide(turn, block) {
      const value = JSON.stringify({ conversationId, block });
      const isFirst = (await keyValue.compareAndSet(scope, keyOf(turn), 0, value, { ttlMs, isDerived: true })) !== null;
      return isFirst ? block : ((await read(turn)) ?? block);
    },
  };
}
