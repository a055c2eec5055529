import { countTokens } from '@agent-mem/recall/ranking';
import { type SummaryMatter, summaryLevel, writeSummary } from '@agent-mem/service-kit';
import { type GraphNode, nodesById } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { groupsOf } from '../domain/summary/summary-chunks.ts';
import { emptySummary, liveSummary, partSummaryId, type StoredSummary } from '../domain/summary/summary-node.ts';
import type { OnEventContext } from '../handler.ts';
import { type MadeSummary, type SummaryToStore, storeSummary } from './store-summary.ts';
import type { Coverage } from './what-is-covered.ts';

/** What is to be written: of what, of which tokens and positions. */
interface PartPlan extends Pick<StoredSummary, 'from' | 'to' | 'tokens' | 'content_type'> {
  readonly id: string;
  readonly tier: 'L1' | 'L2';
  readonly sources: SummaryToStore['sources'];
  readonly matter: Pick<SummaryMatter, 'messages' | 'summaries'>;
}

/** Chunks by their summaries, those that are missing written, each in a commit of its own. */
export async function chunkSummaries(
  conversation: Conversation,
  { chunkIds, chunks }: Coverage,
  contentType: StoredSummary['content_type'],
  context: OnEventContext,
): Promise<readonly MadeSummary[]> {
  const stored = await nodesById(context.graph, context.scope, chunkIds);
  // Of a chunk whose messages are all gone there is nothing to say.
  const missing = chunks.filter(({ id, tokens }) => tokens > 0 && !liveSummary(stored.get(id)));
  const written = new Map<string, MadeSummary>();
  for (const { id, messages, tokens } of missing) {
    const shown = messages.filter(({ text }) => text !== '').map(({ role, text }) => ({ role, content: text }));
    const plan: PartPlan = {
      id,
      tier: 'L1',
      from: messages[0]?.position ?? 0,
      to: messages.at(-1)?.position ?? 0,
      tokens,
      content_type: contentType,
      sources: messages.filter(({ isSource }) => isSource),
      matter: { messages: shown, summaries: [] },
    };
    written.set(id, await writePart(plan, conversation, stored.get(id), context));
  }
  return chunkIds.flatMap((id) => written.get(id) ?? partOf(stored.get(id)) ?? []);
}

/** Groups of five chunks by their summaries, those that are missing written; behind them the chunks that are in no whole group. */
export async function groupSummaries(
  conversation: Conversation,
  chunks: readonly MadeSummary[],
  contentType: StoredSummary['content_type'],
  context: OnEventContext,
): Promise<readonly MadeSummary[]> {
  const { groups, rest } = groupsOf(chunks);
  const named = groups.map((group) => ({
    group,
    id: partSummaryId(
      'L2',
      conversation,
      group.map(({ id }) => id),
    ),
  }));
  const ids = named.map(({ id }) => id);
  const stored = await nodesById(context.graph, context.scope, ids);
  const parts: MadeSummary[] = [];
  for (const { id, group } of named) {
    const known = partOf(stored.get(id));
    const plan: PartPlan = {
      id,
      tier: 'L2',
      from: group[0]?.summary.from ?? 0,
      to: group.at(-1)?.summary.to ?? 0,
      tokens: group.reduce((sum, { summary }) => sum + summary.tokens, 0),
      content_type: contentType,
      sources: group,
      matter: { messages: [], summaries: group.map(({ summary }) => ({ content: summary.content })) },
    };
    parts.push(known ?? (await writePart(plan, conversation, stored.get(id), context)));
  }
  return [...parts, ...rest];
}

async function writePart(
  { id, tier, sources, matter, ...covers }: PartPlan,
  conversation: Conversation,
  before: GraphNode | undefined,
  context: OnEventContext,
): Promise<MadeSummary> {
  context.signal.throwIfAborted();
  const { level, maxTokens } = summaryLevel(covers.tokens);
  const template = tier === 'L1' ? 'summary-chunk' : 'summary-meta';
  const written = await writeSummary(template, { previous: '', facts: [], ...matter, maxTokens }, conversation.flow, context);
  const token_count = countTokens(written.content);
  const summary: StoredSummary = {
    ...emptySummary,
    ...covers,
    content: written.content,
    method: written.method,
    tier,
    level,
    token_count,
    compression_ratio: covers.tokens === 0 ? 0 : token_count / covers.tokens,
    sources: sources.map((source) => source.id),
  };
  return storeSummary(conversation, { id, before, summary, sources }, context);
}

function partOf(node: GraphNode | undefined): MadeSummary | null {
  const summary = liveSummary(node);
  return node && summary ? { id: node.id, version: node.version, summary } : null;
}
