import type { Visitor } from '@agent-mem/access';
import { OperationError } from '@agent-mem/contract';
import { type ConversationKey, type SpokenRequest, storedText, type Turns, turnsOf, withInsertions } from '@agent-mem/proxy';
import type { FailureLog } from '@agent-mem/runtime';
import type { HttpPluginContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { askingMemory } from './asking-memory.ts';
import { type HeldConversations, heldConversations } from './held-conversations.ts';
import { noBlock } from './shown-block.ts';
import { storedBlocks } from './stored-blocks.ts';
import { type TurnBlocks, turnBlocks } from './turn-blocks.ts';

/** What the client learns of the memory of its request. */
type ReplyHeaders = Readonly<Record<string, string>> & {
  readonly 'x-agent-mem': 'recalled' | 'nothing' | 'unavailable';
};

/** What memory did for a request: the body that the upstream gets, and what the client learns of it. */
export interface MemoryOfRequest {
  readonly body: Buffer;
  readonly headers: ReplyHeaders;
  /** What is stored of it; `null`: nothing, since it belongs to no conversation. */
  readonly turn: ConversationTurn | null;
  /** Where replies of conversations that the upstream holds are noted; `null`: nowhere. */
  readonly held: HeldConversations | null;
}

/** The turns of a request in their conversation. */
export interface ConversationTurn {
  readonly conversationId: string;
  readonly turns: Turns;
}

interface Asked {
  readonly spoken: SpokenRequest;
  readonly body: Buffer;
  readonly user: string | undefined;
  readonly signal: AbortSignal;
  readonly failures: FailureLog;
  /** Called with the turn as soon as it has been recalled for, where that is so: what is learned of it is no part of its own block. */
  recalled(turn: ConversationTurn): void;
}

/** Puts blocks in front of the user's words. Where memory fails or is late the body stays as it came, whenever this turn comes. Rejects with nothing. */
export async function memoryOfRequest(
  context: HttpPluginContext<Config>,
  visitor: Visitor,
  { spoken, body, user, signal, failures, recalled }: Asked,
): Promise<MemoryOfRequest> {
  const { keyValue } = context;
  const { id, byFirstWords, previousResponse, isHeldUpstream } = spoken.conversation;
  let turn = turnIn(spoken, id ?? byFirstWords, previousResponse);
  // Set as soon as the turn is in its conversation: what comes next goes on from this reply, whether or not memory is late.
  let held: HeldConversations | null = null;
  let decideWithout: () => Promise<unknown> = async () => undefined;
  try {
    return await askingMemory(context, visitor, { user, signal }, async (memory) => {
      const replies = isHeldUpstream || spoken.isReplyHeld ? heldConversations(keyValue, memory.scope) : null;
      if (replies && isHeldUpstream) turn = await heldTurn(replies, spoken);
      held = replies;
      const asked = turn;
      if (!asked) return { body, headers: { 'x-agent-mem': 'nothing' }, turn, held };
      const blocks = storedBlocks(keyValue, memory.scope, asked.conversationId);
      const { last } = asked.turns;
      if (last) decideWithout = () => blocks.decide(last, noBlock);
      const wanted = { ...asked, shown: () => textsOf(spoken) };
      const shown = await turnBlocks(memory, blocks, wanted, () => recalled(asked));
      return { body: withBlocks(spoken, asked.turns, shown, body), headers: headersOf(asked, shown), turn, held };
    });
  } catch (cause) {
    const { type, message } = OperationError.from(cause);
    failures.warn({ type, reason: message }, 'requests are passed on without memory');
    // Nobody waits for it: memory is slow.
    decideWithout().catch(() => undefined);
    return { body, headers: { ...named(turn), 'x-agent-mem': 'unavailable' }, turn, held };
  }
}

/** The turn of a conversation that the upstream holds: what comes after the same reply is the same turn. */
async function heldTurn(held: HeldConversations, spoken: SpokenRequest): Promise<ConversationTurn | null> {
  const { id, byFirstWords, previousResponse }: ConversationKey = spoken.conversation;
  const conversationId = id ?? (previousResponse && (await held.ofReply(previousResponse))) ?? byFirstWords;
  if (conversationId === null) return null;
  if (previousResponse !== null) return turnIn(spoken, conversationId, previousResponse);
  const said = turnsOf(conversationId, spoken.said, '').requestId;
  return turnIn(spoken, conversationId, await held.replyBefore(conversationId, { ...spoken.repeat, said }));
}

function turnIn({ said }: SpokenRequest, conversationId: string | null, after: string | null): ConversationTurn | null {
  return conversationId === null ? null : { conversationId, turns: turnsOf(conversationId, said, after ?? '') };
}

/** What was said in it, as it is stored. */
function textsOf({ said }: SpokenRequest): readonly string[] {
  return said.flatMap(({ role, text }) => (role === 'tool' ? [] : storedText(text)));
}

function withBlocks({ json }: SpokenRequest, turns: Turns, { last, earlier }: TurnBlocks, body: Buffer): Buffer {
  const before = turns.earlier.map((turn) => ({ turn, text: earlier.get(turn.id)?.text ?? '' }));
  const shown = [...before, ...(turns.last ? [{ turn: turns.last, text: last.text }] : [])].filter(({ text }) => text !== '');
  if (shown.length === 0) return body;
  const insertions = shown.map(({ turn, text }) => ({ at: turn.at, text }));
  return withInsertions(json, insertions);
}

function headersOf(turn: ConversationTurn, { last }: TurnBlocks): ReplyHeaders {
  if (turn.turns.last && last.receiptId === '') return { ...named(turn), 'x-agent-mem': 'unavailable' };
  const receipt: Record<string, string> = last.receiptId === '' ? {} : { 'x-agent-mem-receipt': last.receiptId };
  if (last.text === '') return { ...named(turn), ...receipt, 'x-agent-mem': 'nothing' };
  const used = last.used.map(({ id, score }) => `${id};score=${score}`).join(', ');
  return { ...named(turn), ...receipt, 'x-agent-mem': 'recalled', 'x-agent-mem-used': used };
}

/** A name may have any characters, a header has those of ASCII. */
function named(turn: ConversationTurn | null): Readonly<Record<string, string>> {
  if (!turn) return {};
  const { conversationId } = turn;
  return {
    'x-agent-mem-conversation': /^[\x20-\x7e]+$/.test(conversationId) ? conversationId : encodeURIComponent(conversationId),
  };
}
