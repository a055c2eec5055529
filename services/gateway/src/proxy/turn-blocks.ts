import { storedText, type Turn, type Turns } from '@agent-mem/proxy';
import type { AskedMemory } from './asking-memory.ts';
import { noBlock, type ShownBlock, shownBlock } from './shown-block.ts';
import type { StoredBlocks } from './stored-blocks.ts';

/** The blocks of a request's turns. */
export interface TurnBlocks {
  readonly last: ShownBlock;
  /** Of earlier turns, by their ids. */
  readonly earlier: ReadonlyMap<string, ShownBlock>;
}

/** The turns that blocks are wanted for. */
interface BlocksWanted {
  readonly conversationId: string;
  readonly turns: Turns;
  /** What the request says, as it would be stored: none of it is shown again. */
  shown(): readonly string[];
}

/** Earlier turns whose blocks are looked up, the newest. */
const mostEarlier = 256;
/** So many turns lose their blocks at once: with each that did, the prompt would begin otherwise, and no provider's cache would hold it. */
const leavingAtOnce = 128;

/** The block of the last turn, recalled when the turn comes first and the same whenever it comes again, and those that earlier turns were sent with. `recalled` is called when no recall can find the turn itself any more. */
export async function turnBlocks(
  memory: AskedMemory,
  blocks: StoredBlocks,
  { conversationId, turns, shown }: BlocksWanted,
  recalled: () => void,
): Promise<TurnBlocks> {
  const { last } = turns;
  const [known, earlier] = await Promise.all([last && blocks.of(last), earlierBlocks(blocks, newestOf(turns.earlier))]);
  if (!last || known) return { last: known ?? noBlock, earlier };
  const found = await memory.recall(storedText(last.words), conversationId, shown());
  // What it stores is committed together with the block.
  recalled();
  return { last: await blocks.decide(last, shownBlock(found)), earlier };
}

function newestOf(turns: readonly Turn[]): readonly Turn[] {
  const beyond = Math.max(0, turns.length - mostEarlier);
  return turns.slice(Math.ceil(beyond / leavingAtOnce) * leavingAtOnce);
}

async function earlierBlocks(blocks: StoredBlocks, turns: readonly Turn[]): Promise<ReadonlyMap<string, ShownBlock>> {
  const found = await Promise.all(turns.map(async (turn) => [turn.id, await blocks.of(turn)] as const));
  return new Map(found.flatMap(([id, block]) => (block ? [[id, block]] : [])));
}
