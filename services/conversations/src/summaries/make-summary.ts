import { OperationError } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { summaryLevel, type WrittenSummary, writeSummary } from '@agent-mem/service-kit';
import { VersionConflict } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { contentTypeOf } from '../domain/summary/content-type.ts';
import { emptySummary, liveSummary, type StoredSummary, summaryNode, viewKey } from '../domain/summary/summary-node.ts';
import type { OnEventContext } from '../handler.ts';
import { newFacts } from './new-facts.ts';
import { chunkSummaries, groupSummaries } from './part-summaries.ts';
import { type MadeSummary, storeSummary } from './store-summary.ts';
import { type Coverage, lastSummary, whatIsCovered } from './what-is-covered.ts';

/** A summary takes in so many tokens of messages as they are; of more their chunks' summaries are read. */
const mostSinceTokens = 3_000;

/**
 * Brings the summary of a conversation up to date, and answers it; one that covers every message stays. `null`: there is none, and nothing to
 * summarise. What was written before holds until the commit. Where the model is away the summary says since when, and the call rejects.
 */
export async function makeSummary(conversation: Conversation, context: OnEventContext): Promise<MadeSummary | null> {
  const coverage = await whatIsCovered(conversation, context);
  const { id, node, previous, tokens, to } = coverage;
  if (tokens === 0 && !liveSummary(node)) return null;
  const isWhole = node && previous && previous.to === to && previous.away_since === null;
  if (isWhole) return { id, version: node.version, summary: previous };
  try {
    return await makeWhole(conversation, coverage, context);
  } catch (error) {
    if (isAway(error)) await noteAway(conversation, coverage, context);
    throw error;
  }
}

async function makeWhole(conversation: Conversation, coverage: Coverage, context: OnEventContext): Promise<MadeSummary> {
  const { id, node, previous, tokens, to, rest } = coverage;
  const { level, maxTokens } = summaryLevel(tokens);
  const content_type = contentTypeOf(conversation, voicesOf(coverage));
  const chunks = await chunkSummaries(conversation, coverage, content_type, context);
  const isDeepest = level === 'HIERARCHICAL';
  const parts = isDeepest ? await groupSummaries(conversation, chunks, content_type, context) : chunks;
  const facts = await newFacts(conversation, (previous && node?.updatedAt) ?? null, context);
  const written =
    level === 'NONE'
      ? ({ content: '', method: 'rules' } as const)
      : await writeWhole({ conversation, coverage, parts, facts, maxTokens }, context);
  const token_count = countTokens(written.content);
  const sources = [...parts, ...rest.filter(({ isSource }) => isSource), ...facts].map(({ id, version }) => ({ id, version }));
  // What the summary so far was made of stands in this one too.
  const earlier = (previous?.sources ?? []).filter((source) => source.startsWith('fact_'));
  const summary: StoredSummary = {
    ...emptySummary,
    content: written.content,
    method: written.method,
    tier: 'L3',
    level,
    content_type,
    from: to === 0 ? 0 : 1,
    to,
    tokens,
    token_count,
    compression_ratio: tokens === 0 ? 0 : token_count / tokens,
    sources: [...new Set([...sources.map((source) => source.id), ...earlier])],
    view_key: viewKey(conversation),
    chunks: coverage.chunkIds,
    chunked_to: coverage.chunkedTo,
    chunked_tokens: coverage.chunkedTokens,
  };
  const made = await storeSummary(conversation, { id, before: node, summary, sources }, context);
  await context.index(context.scope, [id], { signal: context.signal });
  return made;
}

interface WholeMatter {
  readonly conversation: Conversation;
  readonly coverage: Coverage;
  readonly parts: readonly MadeSummary[];
  readonly facts: readonly { readonly content: string }[];
  readonly maxTokens: number;
}

/** Of little that came since, the summary so far is brought up to date; else it is written of its parts. */
function writeWhole(
  { conversation, coverage, parts, facts, maxTokens }: WholeMatter,
  context: OnEventContext,
): Promise<WrittenSummary> {
  const { previous, since, rest, tokens } = coverage;
  const known = facts.map(({ content }) => ({ content }));
  const summaries = parts.map(({ summary }) => ({ content: summary.content }));
  const came = since.reduce((sum, each) => sum + each.tokens, 0);
  const isRolling = previous !== null && previous.content !== '' && came <= mostSinceTokens;
  const matter = { facts: known, maxTokens, previous: isRolling ? previous.content : '' };
  const { flow } = conversation;
  const all = { ...matter, summaries, messages: said(rest) };
  // Rules choose sentences, and read what they choose from again; a model is shown what came since.
  if (isRolling) return writeSummary('summary-rolling', { ...matter, summaries: [], messages: said(since) }, flow, context, all);
  if (parts.length > 0) return writeSummary('summary-meta', all, flow, context);
  return writeSummary(summaryLevel(tokens).level === 'BRIEF' ? 'summary-brief' : 'summary-standard', all, flow, context);
}

function said(messages: Coverage['rest']): readonly { readonly role: string; readonly content: string }[] {
  return messages.filter(({ text }) => text !== '').map(({ role, text }) => ({ role, content: text }));
}

/** As far as it was read: one that was a conversation before stays one. */
function voicesOf(coverage: Coverage): { readonly voices: number; readonly messages: number } {
  const messages = [...coverage.chunks.flatMap((chunk) => chunk.messages), ...coverage.rest];
  const before = coverage.previous?.content_type === 'conversation' ? 2 : 0;
  const voices = Math.max(before, new Set(messages.map(({ role }) => role)).size);
  return { voices, messages: coverage.to };
}

function isAway(error: unknown): boolean {
  return error instanceof OperationError && !(error instanceof VersionConflict) && error.retryable;
}

/** The old summary stays, and says since when there should be another. */
async function noteAway(conversation: Conversation, coverage: Coverage, context: OnEventContext): Promise<void> {
  const { id, node } = coverage;
  const { clock, graph, log, scope } = context;
  const now = new Date(clock.now()).toISOString();
  const before = node?.status === 'ACTIVE' ? lastSummary(coverage) : null;
  if (before?.away_since) return;
  const summary = { ...(before ?? { ...emptySummary, view_key: viewKey(conversation) }), away_since: now };
  await graph
    .commit(scope, { nodes: [summaryNode(id, conversation.id, summary, node, now)] })
    .catch((err: unknown) => log.warn({ err }, 'The note that a summary waits for its model could not be stored'));
}
