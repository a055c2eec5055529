import { counting, OperationError, type Receipt, type ReceiptTier } from '@agent-mem/contract';
import { visibleLine } from '../../command-line/visible.ts';
import { learningNote } from '../../memory-client/learning-note.ts';
import { type ChatSession, scopeOfSession } from '../session.ts';
import type { CommandScreen, SlashCommand } from './slash-command.ts';

/** Shows which memories the last answer used: each item of each tier with its score, and what was left out. */
export const why: SlashCommand = {
  name: 'why',
  takes: '',
  meaning: 'which memories the last answer used',
  async run(session, _argument, screen) {
    const receipt = await storedReceipt(session);
    if (!receipt) return screen.print('Nothing was answered yet in this conversation.');
    const { profile, facts, episodes, conversation, working_memory: working } = receipt.tiers ?? {};
    session.listed = [...(profile?.items ?? []), ...(facts?.items ?? [])].map(({ id }) => id);
    await printTier('Profile', profile, (id) => factText(session, id), screen);
    await printTier('Facts', facts, (id) => factText(session, id), screen, profile?.items.length ?? 0);
    await printTier('Episodes', episodes, (id) => episodeText(session, id), screen);
    const turns = conversation?.items.length ? await turnTexts(session) : new Map<string, string>();
    await printTier('Earlier messages', conversation, async (id) => turns.get(id) ?? nodeText(session, id), screen);
    await printTier('This question', working, async (id) => id.split('/').at(1) ?? null, screen);
    const learning = await learningNote(session.client, scopeOfSession(session));
    if (learning) screen.print(`${screen.styles.bold('Learning')}  ${screen.styles.dim(learning)}`);
  },
};

/** As GetReceipt answers it. It is stored a moment after the answer, and not for ever: without it the answer's own is shown. */
async function storedReceipt({ client, ...session }: ChatSession): Promise<Receipt | null> {
  const { receipt } = session;
  if (!receipt) return null;
  const read = async () =>
    (await client.call('agent', 'get_receipt', { ...scopeOfSession(session), receipt_id: receipt.id })).receipt;
  return (await unlessGone(read)) ?? receipt;
}

const reasons: Readonly<Record<string, string>> = {
  top_k: 'others are better',
  similar: 'too like one that is shown',
  score_threshold: 'its score is too low',
  least_share: 'it fits too little beside the best',
  tokens: 'no room in the context',
  answer_size: 'no room in one answer',
  retired: 'it says what is not believed any more',
};

async function printTier(
  title: string,
  tier: ReceiptTier | null | undefined,
  textOf: (id: string) => Promise<string | null>,
  { print, styles }: CommandScreen,
  numberedAfter = 0,
): Promise<void> {
  if (!tier) return;
  const { items, left_out, left_out_items, degraded, error, disabled, best_score } = tier;
  const weight =
    items.length === 0 ? 'nothing' : `${items.length} shown, ${counting(tier.tokens, 'token')}, ${Math.round(tier.ms)} ms`;
  print(`${styles.bold(title)}  ${styles.dim(weight)}`);
  for (const [index, { id, score }] of items.entries()) {
    const text = await textOf(id);
    const shown = text === null ? '(forgotten since, or no record of its own)' : visibleLine(text);
    // Only records can be named in a command.
    const name = /^(fact|epi)_/.test(id) ? `  ${id}` : '';
    print(`${String(numberedAfter + index + 1).padStart(2)}. ${shown}  ${styles.dim(`${score.toFixed(2)}${name}`)}`);
  }
  for (const { id, reason } of left_out_items ?? []) {
    const text = await textOf(id);
    print(styles.dim(` –  ${text === null ? id : visibleLine(text)}  left out: ${reasons[reason] ?? reason}`));
  }
  const unnamed = left_out - (left_out_items?.length ?? 0);
  const notes = [
    unnamed > 0 ? `${unnamed} more left out` : [],
    // The best may stand in the profile already.
    items.length === 0 && numberedAfter === 0 && typeof best_score === 'number'
      ? `the best scored ${best_score.toFixed(2)}, too little`
      : [],
    degraded.length > 0 ? `without ${degraded.join(', ')}, to be in time` : [],
    disabled ? 'memory is off' : [],
    error ? `missing: ${visibleLine(error)}` : [],
  ].flat();
  for (const note of notes) print(`    ${styles.dim(note)}`);
}

async function factText(session: ChatSession, id: string): Promise<string | null> {
  const { client } = session;
  return await unlessGone(
    async () => (await client.call('facts', 'get', { ...scopeOfSession(session), fact_id: id })).fact?.content,
  );
}

async function episodeText(session: ChatSession, id: string): Promise<string | null> {
  const { client } = session;
  return await unlessGone(async () => {
    const { episode } = await client.call('episodes', 'get', { ...scopeOfSession(session), episode_id: id });
    return episode && `${episode.goal}: ${episode.outcome}`;
  });
}

/** A message of another conversation. */
async function nodeText({ client, ...session }: ChatSession, id: string): Promise<string | null> {
  const asked = { ...scopeOfSession(session), id };
  return await unlessGone(async () => (await client.call('graph', 'get', asked)).node?.content);
}

/** What was said in each earlier turn of the conversation, by its invocation, and in each message. */
async function turnTexts(session: ChatSession): Promise<ReadonlyMap<string, string>> {
  const request = { ...scopeOfSession(session), conversation_id: session.conversationId, limit: 1_000 };
  const { messages } = await session.client.call('conversations', 'history', request);
  const turns = Map.groupBy(messages, ({ metadata }) => metadata.invocation_id ?? '');
  return new Map([
    ...[...turns].map(([id, said]) => [id, said.map(({ role, content }) => `${role}: ${content}`).join(' — ')] as const),
    ...messages.map(({ id, role, content }) => [id, `${role}: ${content}`] as const),
  ]);
}

/** An item may have been forgotten since, and need not be a record of its own. */
async function unlessGone<Read>(read: () => Promise<Read | null | undefined>): Promise<Read | null> {
  try {
    return (await read()) ?? null;
  } catch (error) {
    if (error instanceof OperationError && ['not-found', 'invalid-argument', 'out-of-range'].includes(error.type)) return null;
    throw error;
  }
}
