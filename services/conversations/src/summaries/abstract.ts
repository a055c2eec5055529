import { writeSummary } from '@agent-mem/service-kit';
import type { Conversation } from '../domain/conversation.ts';
import { type StoredSummary, summaryNode } from '../domain/summary/summary-node.ts';
import type { OnEventContext } from '../handler.ts';
import type { MadeSummary } from './store-summary.ts';
import { whatIsCovered } from './what-is-covered.ts';

const limits = { maxTokens: 150, minSentences: 2, maxSentences: 3 } as const;
const templateOf = { conversation: 'summary-conversation', journal: 'summary-journal', document: 'summary-document' } as const;

/** Two or three sentences of what was discussed, done and found, stored with the summary of the conversation. */
export async function writeAbstract(
  conversation: Conversation,
  { id, version, summary }: MadeSummary,
  context: OnEventContext,
): Promise<void> {
  if (summary.abstract !== null) return;
  const { clock, graph, index, scope, signal } = context;
  const [node] = await graph.get(scope, [id]);
  // What is too short for a summary is read as it stands.
  const messages = summary.content === '' ? (await whatIsCovered(conversation, context)).rest : [];
  const matter = {
    previous: summary.content,
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    summaries: [],
    facts: [],
    ...limits,
  };
  const { content } = await writeSummary(templateOf[summary.content_type], matter, conversation.flow, context);
  const now = new Date(clock.now()).toISOString();
  const written: StoredSummary = { ...summary, abstract: content };
  const write = summaryNode(id, conversation.id, written, node, now);
  await graph.commit(scope, { nodes: [{ ...write, expectedVersion: version }] });
  await index(scope, [id], { signal });
}
