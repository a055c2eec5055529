import { type AuthorizedRequest, noteEnd, type Visitor } from '@agent-mem/access';
import { timeLimit } from '@agent-mem/agent-loop';
import { type Init, OperationError, type RecallRequest, type Scoped, scopeOf } from '@agent-mem/contract';
import { type SpokenRequest, storedText, type Turn } from '@agent-mem/proxy';
import type { HttpPluginContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { noBlock, type ShownBlock, shownBlock } from './shown-block.ts';
import { type StoredBlocks, storedBlocks } from './stored-blocks.ts';

/** The blocks of a request's turns. */
export interface TurnBlocks {
  readonly last: ShownBlock;
  /** Of earlier turns, by their ids. */
  readonly earlier: ReadonlyMap<string, ShownBlock>;
}

type Context = Pick<HttpPluginContext<Config>, 'caller' | 'clock' | 'config' | 'keyValue'>;

/** Earlier turns whose blocks are looked up, the newest. */
const mostEarlier = 256;

/**
 * The block of the last turn, recalled when the turn comes first and the same whenever it comes again, and those that earlier turns were sent with. Rejects where memory fails, refuses, or takes longer than
 * MEMORY_DEADLINE_MS; the turn then goes without a block whenever it comes again.
 */
export async function turnBlocks(
  context: Context,
  visitor: Visitor,
  spoken: SpokenRequest,
  { user, signal }: { readonly user: string | undefined; readonly signal: AbortSignal },
): Promise<TurnBlocks> {
  const { caller, clock, config, keyValue } = context;
  const { conversationId, turns } = spoken;
  const limitMs = config.MEMORY_DEADLINE_MS;
  using limit = timeLimit(
    clock,
    limitMs,
    signal,
    () => new OperationError('deadline-exceeded', `Memory took over ${limitMs} ms`),
  );
  const asked = await authorizedInTime(visitor, limit, {
    ...(user === undefined ? {} : { user }),
    query: storedText(turns.last.words),
    conversation_id: conversationId,
    format: 'roles',
    other_conversations: true,
  });
  const scope = scopeOf({ workspace: 'default', user: 'default', collection: 'default', ...(asked.request as Partial<Scoped>) });
  const blocks = storedBlocks(keyValue, scope, conversationId);
  const recalled = async (): Promise<ShownBlock> => {
    const options = { timeoutMs: limitMs, signal: limit.signal };
    const answer = await caller.call('agent', 'recall', asked.request as Init<RecallRequest>, options);
    return blocks.decide(turns.last, shownBlock(answer));
  };
  const found = async (): Promise<TurnBlocks> => {
    const [last, earlier] = await Promise.all([blocks.of(turns.last), earlierBlocks(blocks, turns.earlier.slice(-mostEarlier))]);
    return { last: last ?? (await recalled()), earlier };
  };
  try {
    return await noteEnd(asked, () => limit.race(found()));
  } catch (error) {
    // Nobody waits for it: memory is slow.
    blocks.decide(turns.last, noBlock).catch(() => undefined);
    throw error;
  }
}

async function authorizedInTime(
  visitor: Visitor,
  limit: ReturnType<typeof timeLimit>,
  request: Init<RecallRequest>,
): Promise<AuthorizedRequest> {
  const authorizing = visitor.authorize('agent', 'recall', request);
  try {
    return await limit.race(authorizing);
  } catch (cause) {
    // One that may begin later counts as in flight until it is said to have ended.
    authorizing.then(({ ended }) => ended({ error: OperationError.from(cause) })).catch(() => undefined);
    throw cause;
  }
}

async function earlierBlocks(blocks: StoredBlocks, turns: readonly Turn[]): Promise<ReadonlyMap<string, ShownBlock>> {
  const found = await Promise.all(turns.map(async (turn) => [turn.id, await blocks.of(turn)] as const));
  return new Map(found.flatMap(([id, block]) => (block ? [[id, block]] : [])));
}
