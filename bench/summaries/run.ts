import { countTokens, queryTerms } from '@agent-mem/recall/ranking';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { table } from '../markdown-table.ts';
import { namedModel } from '../named-model.ts';
import { mean } from '../ranking-metrics.ts';
import { loadPlanted, type Planted, type Talk, talksOf } from './talk.ts';

const sizes = [40, 120, 400] as const;
const scope = { workspace: 'bench', user: 'someone', collection: 'summaries' };
const timeoutMs = 600_000;

/** What of one planted fact is left. */
interface Answered {
  /** The summary of the conversation says it. */
  readonly bySummary: boolean;
  /** It, or the messages of the one part whose summary is nearest to the question. */
  readonly withOneOpen: boolean;
  readonly openedTokens: number;
}

interface Measured {
  readonly summaryTokens: number;
  readonly coveredTokens: number;
  readonly answered: readonly Answered[];
}

/** Measures which share of the facts that are said once in a talk its summary still answers, by rules or by the model that LLM_URL names. `args`: other numbers of messages. */
export async function runSummaries(args: readonly string[]): Promise<string> {
  const asked = args.map(Number);
  if (asked.some((size) => !(Number.isInteger(size) && size > 0)))
    throw new Error('Usage: npm run bench -- summaries [messages …]');
  return await measureSummaries(await loadPlanted(), asked.length > 0 ? asked : sizes);
}

/** The table for talks of each number of messages. */
export async function measureSummaries(planted: readonly Planted[], messages: readonly number[]): Promise<string> {
  const model = namedModel();
  const rows: (string | number)[][] = [];
  for (const size of messages) {
    const environment = { ...(model?.environment ?? {}), ENABLE_SUMMARIZATION: 'false', ENABLE_AUTO_FACT_EXTRACTION: 'false' };
    await using fleet = await startFleet({ services: ['conversations', 'facts', 'graph'], bus: 'sqlite', environment });
    const measured: Measured[] = [];
    for (const talk of talksOf(planted, size)) measured.push(await measureTalk(fleet, talk));
    const all = measured.flatMap(({ answered }) => answered);
    const share = (isAnswered: (each: Answered) => boolean) => (all.filter(isAnswered).length / all.length).toFixed(2);
    rows.push([
      size,
      model?.name ?? 'rules',
      Math.round(mean(measured.map(({ coveredTokens }) => coveredTokens))),
      Math.round(mean(measured.map(({ summaryTokens }) => summaryTokens))),
      all.length,
      share(({ bySummary }) => bySummary),
      share(({ withOneOpen }) => withOneOpen),
      Math.round(mean(all.map(({ openedTokens }) => openedTokens))),
    ]);
  }
  const head = ['messages', 'summarised by', 'tokens', 'tokens of L3', 'facts', 'L3 answers', 'L3 and one open', 'tokens opened'];
  return table(head, rows);
}

async function measureTalk({ caller }: TestFleet, { id, messages, planted }: Talk): Promise<Measured> {
  const conversation = { ...scope, conversation_id: id };
  for (let from = 0; from < messages.length; from += 100)
    await caller.call('conversations', 'append_messages', { ...conversation, messages: messages.slice(from, from + 100) });
  await caller.call('conversations', 'summarize', conversation, { timeoutMs });
  const { conversation: stored } = await caller.call('conversations', 'get', conversation);
  const summary = stored?.summary ?? '';
  const parts = await partsOf(caller, id);
  const answered: Answered[] = [];
  for (const { question, key } of planted) {
    const nearest = nearestTo(question, parts) ?? { id: stored?.summary_id ?? '', content: summary };
    const opened = await messagesOf(caller, id, nearest.id);
    const bySummary = says(summary, key);
    const withOneOpen = bySummary || says(opened, key);
    answered.push({ bySummary, withOneOpen, openedTokens: bySummary ? 0 : countTokens(opened) });
  }
  const covered = messages.map(({ content }) => content).join('\n');
  return { summaryTokens: countTokens(summary), coveredTokens: countTokens(covered), answered };
}

interface Part {
  readonly id: string;
  readonly content: string;
}

/** The summaries of the conversation's chunks, as its document has them. */
async function partsOf(caller: TestFleet['caller'], conversation_id: string): Promise<readonly Part[]> {
  let text = '';
  let cursor: string | null = null;
  do {
    const asked = { ...scope, conversation_id, cursor };
    const piece: { readonly chunk: string; readonly next_cursor: string | null } = await caller.call(
      'conversations',
      'export',
      asked,
    );
    text += piece.chunk;
    cursor = piece.next_cursor;
  } while (cursor !== null);
  const { summaries = [] } = JSON.parse(text) as { readonly summaries?: readonly (Part & { readonly tier: string })[] };
  return summaries.filter(({ tier }) => tier === 'L1');
}

/** The part that shares most words with the question; the first of those that share as many. */
function nearestTo(question: string, parts: readonly Part[]): Part | undefined {
  const terms = queryTerms(question);
  const shared = ({ content }: Part) => {
    const own = new Set(queryTerms(content));
    return terms.filter((term) => own.has(term)).length;
  };
  return parts.toSorted((a, b) => shared(b) - shared(a))[0];
}

async function messagesOf(caller: TestFleet['caller'], conversation_id: string, summary_id: string): Promise<string> {
  const asked = { ...scope, conversation_id, summary_id, limit: 1_000 };
  const { messages } = await caller.call('conversations', 'history', asked);
  return messages.map(({ content }) => content).join('\n');
}

function says(text: string, key: string): boolean {
  return text.toLowerCase().includes(key.toLowerCase());
}
