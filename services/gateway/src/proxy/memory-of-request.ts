import type { Visitor } from '@agent-mem/access';
import { OperationError } from '@agent-mem/contract';
import { type SpokenRequest, withInsertions } from '@agent-mem/proxy';
import type { HttpPluginContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { type TurnBlocks, turnBlocks } from './turn-blocks.ts';

/** What memory did for a request: the body that the upstream gets, and the headers by which the client learns of it. */
export interface MemoryOfRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Puts blocks in front of the user's words. Where memory fails or is late the body stays as it came. Rejects with nothing. */
export async function memoryOfRequest(
  context: HttpPluginContext<Config>,
  visitor: Visitor,
  { spoken, body }: { readonly spoken: SpokenRequest; readonly body: Buffer },
  options: { readonly user: string | undefined; readonly signal: AbortSignal },
): Promise<MemoryOfRequest> {
  const conversation = { 'x-agent-mem-conversation': inHeader(spoken.conversationId) };
  try {
    const blocks = await turnBlocks(context, visitor, spoken, options);
    return { body: withBlocks(spoken, blocks, body), headers: { ...conversation, ...headersOf(blocks) } };
  } catch (cause) {
    const error = OperationError.from(cause);
    context.log.warn({ type: error.type }, `A request is passed on without memory: ${error.message}`);
    return { body, headers: { ...conversation, 'x-agent-mem': 'unavailable' } };
  }
}

function withBlocks({ json, turns }: SpokenRequest, { last, earlier }: TurnBlocks, body: Buffer): Buffer {
  const shown = [...turns.earlier.map((turn) => ({ turn, block: earlier.get(turn.id) })), { turn: turns.last, block: last }];
  const insertions = shown.flatMap(({ turn, block }) => (block?.text ? [{ at: turn.at, text: block.text }] : []));
  return insertions.length > 0 ? withInsertions(json, insertions) : body;
}

function headersOf({ last }: TurnBlocks): Readonly<Record<string, string>> {
  if (last.receiptId === '') return { 'x-agent-mem': 'unavailable' };
  if (last.text === '') return { 'x-agent-mem': 'nothing', 'x-agent-mem-receipt': last.receiptId };
  const used = last.used.map(({ id, score }) => `${id};score=${score}`).join(', ');
  return { 'x-agent-mem': 'recalled', 'x-agent-mem-receipt': last.receiptId, 'x-agent-mem-used': used };
}

/** A name may have any characters, a header has those of ASCII. */
function inHeader(name: string): string {
  return /^[\x20-\x7e]+$/.test(name) ? name : encodeURIComponent(name);
}
