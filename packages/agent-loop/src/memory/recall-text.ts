import type { Scope } from '@agent-mem/contract';
import type { Prompts } from '@agent-mem/llm';
import { fitsTokens } from '@agent-mem/recall/ranking';
import type { LoopContext } from '../loop-context.ts';
import { assembleTiers } from './assemble-tiers.ts';
import { fetchTiers } from './fetch-tiers.ts';
import { type MemoryFormat, memoryText } from './memory-text.ts';
import type { RecalledMemory } from './recalled-memory.ts';
import { bestTogether } from './roles/best-together.ts';
import { withoutShown } from './roles/without-shown.ts';

/** What is wanted as a text. */
export interface RecallTextQuery {
  readonly query: string;
  readonly conversationId: string | null;
  /** Of the whole text, headings included. `null`: as configured. */
  readonly maxTokens: number | null;
  /** `null`: as configured. */
  readonly topK: number | null;
  readonly format: MemoryFormat;
  /** Whether messages of the scope's other conversations are shown. `null`: as configured. */
  readonly otherConversations: boolean | null;
  /** Digests of texts that the caller shows already. By roles, messages that say one of them are left out; where the query is one, so is what its conversation learned from its words. */
  readonly shown: ReadonlySet<string>;
}

/** What BuildContext takes. */
const mostMessages = 100;

/** Recalls memory for a caller who shows it to a model of its own. A tier that fails or is late is left out and says why. */
export async function recallText(
  context: LoopContext & { readonly prompts: Prompts },
  scope: Scope,
  asked: RecallTextQuery,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly memory: RecalledMemory }> {
  const { config, prompts } = context;
  const { query, conversationId, topK, format, shown } = asked;
  const isByRole = format === 'roles';
  const most = topK ?? config.FACT_RETRIEVAL_TOP_K;
  const maxTokens = asked.maxTokens ?? config.MEMORY_CONTEXT_TOKENS;
  // By roles it is a search: in the conversation, or in all where none is named.
  const withOthers = isByRole
    ? (asked.otherConversations ?? false) || conversationId === null
    : (asked.otherConversations ?? config.RECALL_OTHER_CONVERSATIONS);
  const wanted = {
    query,
    state: '',
    conversationId,
    isNewConversation: false,
    withOthers,
    topK,
    maxTokens,
    mostRelevant: isByRole ? Math.min(mostMessages, most + shown.size) : null,
  };
  const all = await fetchTiers(context, scope, wanted, signal);
  const fetched = isByRole ? bestTogether(withoutShown(all, asked), most) : all;
  const written = (room: number) => {
    const memory = assembleTiers(fetched, room, !isByRole);
    const text = memoryText(memory, format, prompts);
    return { memory, text, fits: fitsTokens(text, maxTokens) };
  };
  const whole = written(maxTokens);
  if (whole.fits) return whole;
  // The text takes more than its memories do: the most room for them with which it fits is looked for by halves.
  let best = written(0);
  for (let low = 0, high = maxTokens; high - low > 1; ) {
    const room = Math.floor((low + high) / 2);
    const tried = written(room);
    if (tried.fits) best = tried;
    if (tried.fits) low = room;
    else high = room;
  }
  return best;
}
