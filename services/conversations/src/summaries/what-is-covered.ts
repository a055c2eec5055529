import { isCutAnswer } from '@agent-mem/contract';
import { isChunked, summaryLevel } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { readMessage } from '../domain/message.ts';
import { expiresSoon } from '../domain/summary/expiring-messages.ts';
import { type Chunk, type CoveredMessage, chunksOf } from '../domain/summary/summary-chunks.ts';
import {
  liveSummary,
  partSummaryId,
  type StoredSummary,
  summaryOfNode,
  viewKey,
  wholeSummaryId,
} from '../domain/summary/summary-node.ts';
import type { OnEventContext } from '../handler.ts';
import { countedView } from '../view/parting.ts';
import { readView } from '../view/read-view.ts';

/** What a summary of a whole conversation stands on. */
export interface Coverage {
  readonly id: string;
  /** The node that is there, whatever its status. */
  readonly node: GraphNode | undefined;
  /** The summary so far, if it is of the messages that the conversation still begins with. */
  readonly previous: StoredSummary | null;
  /** Ids of the summaries of whole chunks, in order: those of `previous`, then of `chunks`. */
  readonly chunkIds: readonly string[];
  /** Chunks that `previous` does not know. */
  readonly chunks: readonly (Chunk & { readonly id: string })[];
  readonly chunkedTo: number;
  readonly chunkedTokens: number;
  /** The messages behind the last whole chunk. */
  readonly rest: readonly CoveredMessage[];
  readonly tokens: number;
  readonly to: number;
  /** The messages that `previous` does not cover. */
  readonly since: readonly CoveredMessage[];
}

/** Reads what there is to summarise: from the last whole chunk of the summary so far on. */
export async function whatIsCovered(conversation: Conversation, context: OnEventContext): Promise<Coverage> {
  const { graph, scope } = context;
  const id = wholeSummaryId(conversation);
  const [node] = await graph.get(scope, [id]);
  const live = liveSummary(node);
  const previous = live && live.view_key === viewKey(conversation) && live.to <= conversation.message_count ? live : null;
  const [start, before] = [previous?.chunked_to ?? 0, previous?.chunked_tokens ?? 0];
  const messages = await messagesAfter(start, conversation, previous, context);
  const tokens = before + sumOf(messages);
  const { chunks, rest } = isChunked(summaryLevel(tokens).level) ? chunksOf(messages) : { chunks: [], rest: messages };
  // The summary of a chunk that still has the words of a message that goes is another one.
  const named = chunks.map((chunk) => ({ ...chunk, id: partSummaryId('L1', conversation, sourceIds(chunk.messages)) }));
  return {
    id,
    node,
    previous,
    chunkIds: [...(previous?.chunks ?? []), ...named.map((chunk) => chunk.id)],
    chunks: named,
    chunkedTo: chunks.at(-1)?.messages.at(-1)?.position ?? start,
    chunkedTokens: before + chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
    rest,
    tokens,
    to: messages.at(-1)?.position ?? start,
    since: messages.filter(({ position }) => position > (previous?.to ?? 0)),
  };
}

/** The summary that a node holds or held. */
export function lastSummary({ node }: Pick<Coverage, 'node'>): StoredSummary | null {
  return node ? summaryOfNode(node) : null;
}

function sourceIds(messages: readonly CoveredMessage[]): readonly string[] {
  return messages.filter(({ isSource }) => isSource).map(({ id }) => id);
}

function sumOf(messages: readonly Pick<CoveredMessage, 'tokens'>[]): number {
  return messages.reduce((sum, { tokens }) => sum + tokens, 0);
}

async function messagesAfter(
  position: number,
  conversation: Conversation,
  previous: StoredSummary | null,
  { clock, config, graph, scope, signal }: OnEventContext,
): Promise<readonly CoveredMessage[]> {
  const messages: CoveredMessage[] = [];
  const order = { newestFirst: false, beyond: position, pageSize: 200 };
  for await (const { node, position: at } of readView(graph, scope, countedView(conversation), order)) {
    signal.throwIfAborted();
    // What the summary so far was made of stays in it.
    const goes = expiresSoon(node, config, clock.now()) && !previous?.sources.includes(node.id);
    messages.push(coveredMessage(node, at, goes));
  }
  return messages;
}

function coveredMessage(node: GraphNode, position: number, goes: boolean): CoveredMessage {
  const message = readMessage(node);
  const { role, speaker, content, token_count: tokens } = message;
  const isSource = (node.status === 'ACTIVE' || node.status === 'ARCHIVED') && !goes;
  // An answer that was cut is no answer.
  const isShown = isSource && !isCutAnswer(message);
  return {
    id: node.id,
    version: node.version,
    position,
    role: speaker ?? role,
    text: isShown ? content : '',
    tokens: isShown ? tokens : 0,
    size: tokens,
    isSource,
  };
}
