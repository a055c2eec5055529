import { turnFor } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import type { ContextRoom } from '../domain/context/fit-context.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { Context } from '../handler.ts';
import { shownNodes } from '../view/shown-messages.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { summariesInPlace } from './summary-in-place.ts';

/** Most messages looked at. */
const mostRecent = 1_000;
const atOnce = 20;

/** The newest messages of a conversation first. Where some are archived, the summary that stands for them is among them. */
export interface NewestMessages {
  readonly newest: readonly Candidate[];
  /** As many as can find room; absent: these are. */
  all?(): Promise<readonly Candidate[]>;
}

/** The newest messages: where the best of a search share the budget few of them find room, so few are read at first. */
export async function firstNewest(
  conversation: Conversation,
  room: ContextRoom,
  longest: number,
  context: Context,
): Promise<NewestMessages> {
  const isShared = 'maxTokens' in room && room.strategy === 'hybrid';
  const newest = await newestMessages(conversation, room, longest, context, isShared ? atOnce : mostRecent);
  if (!isShared || newest.length < atOnce) return { newest };
  return { newest, all: () => newestMessages(conversation, room, longest, context, mostRecent) };
}

async function newestMessages(
  conversation: Conversation,
  room: ContextRoom,
  longest: number,
  context: Context,
  mostRead: number,
): Promise<readonly Candidate[]> {
  const most = 'maxTokens' in room ? Math.min(mostRead, room.maxTokens) : room.recent;
  if (most <= 0 || ('maxTokens' in room && room.strategy === 'relevant')) return [];
  const newest: Candidate[] = [];
  let nodes: GraphNode[] = [];
  let tokens = 0;
  const takeIn = async () => {
    await turnFor(...nodes.map(({ properties }) => String(properties.content ?? '')));
    for (const candidate of await candidatesOf(nodes, context, { longest })) {
      newest.push(candidate);
      tokens += candidate.tokens;
    }
    nodes = [];
  };
  const bounds = { newestFirst: true, after: 0, before: Infinity, expected: Math.min(most, atOnce) };
  const summaryInPlace = summariesInPlace(conversation, context);
  for await (const { node } of shownNodes(context, conversation, bounds)) {
    const shown = node.status === 'ACTIVE' ? node : await summaryInPlace(node);
    if (shown === null) continue;
    nodes.push(shown);
    if (nodes.length === atOnce) await takeIn();
    if (newest.length + nodes.length >= most || ('maxTokens' in room && tokens > room.maxTokens)) break;
  }
  await takeIn();
  return newest.slice(0, most);
}
