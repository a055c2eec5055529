import { nameKey } from '@agent-mem/recall/names';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { intervalText, pairedInterval } from '../bootstrap.ts';
import { loadLocomo, type Question, type Sample } from '../locomo/load.ts';
import { membersOf, replay } from '../locomo/replay.ts';
import { table } from '../markdown-table.ts';
import { mean, recallAt } from '../ranking-metrics.ts';
import { afterHop, type Hop, type Mentions, mentionsIn, type Scored } from './hop.ts';

/** A question with the scores of all turns of its conversation. */
interface Asked {
  readonly question: Question;
  readonly scored: readonly Scored[];
}

/** A conversation, what its turns mention, and its questions. */
interface Conversation {
  readonly id: string;
  readonly mentions: Mentions;
  readonly asked: readonly Asked[];
}

const none: Hop = { seeds: 0, weight: 0 };
const hops: readonly Hop[] = [
  none,
  ...[1, 3, 5, 10].flatMap((seeds) => [0.05, 0.1, 0.2, 0.4].map((weight) => ({ seeds, weight }))),
];

/**
 * Whether recall of LoCoMo's turns gains where one hop over entities is followed. Each conversation is left out once: the hop is chosen by the multi-hop
 * questions of the others, and measured on its own. The argument is the data's path.
 */
export async function runEntityHop([path]: readonly string[]): Promise<string> {
  if (path === undefined) throw new Error('Usage: npm run bench -- entity-hop <locomo10.json>');
  const conversations: Conversation[] = [];
  await using fleet = await startFleet({ services: ['conversations'], bus: 'sqlite' });
  for (const sample of await loadLocomo(path)) conversations.push(await ask(fleet, sample));
  const rows: (readonly (string | number)[])[] = [];
  const pairs: { readonly category: number; readonly before: number; readonly after: number }[] = [];
  for (const left of conversations) {
    const hop = bestOn(conversations.filter(({ id }) => id !== left.id));
    const own = left.asked.map((asked) => ({
      category: asked.question.category,
      before: recallOf(left, asked, none),
      after: recallOf(left, asked, hop),
    }));
    pairs.push(...own);
    rows.push([
      left.id,
      hop.weight === 0 ? 'none' : `${hop.seeds} seeds, ${hop.weight}`,
      ...figures(own.filter(({ category }) => category === 1)),
    ]);
  }
  rows.push(['**multi-hop, all left out**', '', ...figures(pairs.filter(({ category }) => category === 1))]);
  rows.push(['1 to 4, all left out', '', ...figures(pairs.filter(({ category }) => category !== 5))]);
  const best = table(
    ['hop', 'multi-hop, all conversations', '1 to 4'],
    hops.map((hop) => [named(hop), ...[[1], [1, 2, 3, 4]].map((of) => meanOf(conversations, hop, of).toFixed(3))]),
  );
  return `${table(['left out', 'chosen on the others', 'n', 'recall@10', 'with the hop', 'gain'], rows)}\n\n${best}`;
}

async function ask(fleet: TestFleet, sample: Sample): Promise<Conversation> {
  const { turnOf } = await replay(fleet, sample);
  await fleet.settled();
  const speakers = new Set(sample.turns.map(({ speaker }) => nameKey(speaker)));
  const texts = sample.turns.map(({ id, text, caption }) => ({ id, text: `${text}\n${caption}` }));
  const asked: Asked[] = [];
  for (const question of sample.questions) {
    const request = { ...membersOf(sample), query: question.text, top_k: 100, explain: true };
    const { messages } = await fleet.caller.call('conversations', 'search', request);
    // By what they are ordered; `score` is by what they are compared between questions.
    const sums = messages.map(({ scores }) => Math.max(0, scores.sum ?? 0));
    const best = Math.max(...sums, Number.MIN_VALUE);
    const scores = new Map(messages.map(({ id }, index) => [turnOf.get(id), (sums[index] ?? 0) / best]));
    asked.push({ question, scored: sample.turns.map(({ id }) => ({ id, score: scores.get(id) ?? 0 })) });
  }
  console.error(`${sample.id}: ${sample.turns.length} turns, ${sample.questions.length} questions`);
  return { id: sample.id, mentions: mentionsIn(texts, speakers), asked };
}

/** The hop that finds most for the multi-hop questions; none where none finds more. */
function bestOn(conversations: readonly Conversation[]): Hop {
  return hops.reduce((best, hop) => (meanOf(conversations, hop, [1]) > meanOf(conversations, best, [1]) ? hop : best), none);
}

function meanOf(conversations: readonly Conversation[], hop: Hop, categories: readonly number[]): number {
  const recalls = conversations.flatMap((conversation) =>
    conversation.asked
      .filter(({ question }) => categories.includes(question.category))
      .map((asked) => recallOf(conversation, asked, hop)),
  );
  return mean(recalls);
}

const recalls = new Map<string, number>();

function recallOf({ id, mentions }: Conversation, { question, scored }: Asked, hop: Hop): number {
  const key = JSON.stringify([id, question.text, hop]);
  const known = recalls.get(key);
  if (known !== undefined) return known;
  const found = afterHop(scored, mentions, hop).map((each) => each.id);
  const recall = recallAt(10, found, question.evidence);
  recalls.set(key, recall);
  return recall;
}

function figures(pairs: readonly { readonly before: number; readonly after: number }[]): readonly (string | number)[] {
  const [before, after] = [pairs.map((pair) => pair.before), pairs.map((pair) => pair.after)];
  const gain = intervalText(pairedInterval(after, before));
  return [pairs.length, mean(before).toFixed(3), mean(after).toFixed(3), gain];
}

function named({ seeds, weight }: Hop): string {
  return weight === 0 ? 'none' : `${seeds} seeds, ${weight}`;
}
