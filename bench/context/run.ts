import { startFleet, type TestFleet } from '@agent-mem/testing';
import type { Question, Sample } from '../locomo/load.ts';
import { replay } from '../locomo/replay.ts';
import { table } from '../markdown-table.ts';
import { mean } from '../ranking-metrics.ts';
import { measureSpeed } from './speed.ts';
import { loadTalks, type Talks } from './talks.ts';
import { ways } from './ways.ts';

const budgets = [500, 1_000, 2_000, 4_000];

/** What is said is only shown again: nothing is learned of it, and no tier is late. */
const environment = { ENABLE_AUTO_FACT_EXTRACTION: 'false', MEMORY_DEADLINE_MS: '60000' };
const services = ['conversations', 'facts', 'episodes', 'working-memory', 'agent'];

/** Messages of the conversation whose speed is measured, and calls of each operation. */
const speed = { messages: 10_000, calls: 200 };

/**
 * Measures which share of the messages that answer a question stands in what is shown of their conversation. The argument `speed`: how long it takes
 * of a conversation of 10,000 messages.
 */
export async function runContext(args: readonly string[]): Promise<string> {
  if (args.length > 1) throw new Error('Usage: npm run bench -- context [locomo10.json | speed]');
  if (args[0] === 'speed') return await measureSpeed(speed.messages, speed.calls);
  return await measureTalks(await loadTalks(args[0]), budgets);
}

/** The table of all talks, by number of tokens. */
export async function measureTalks(talks: readonly Talks[], tokens: readonly number[]): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const { name, samples } of talks) {
    const shares = await sharesOf(samples, tokens);
    for (const group of groups) {
      const own = shares.filter(({ question }) => group.has(question));
      if (own.length === 0) continue;
      for (const [way, shown] of Object.entries(ways).map(([way]) => [way, own.map(({ byWay }) => byWay[way] ?? [])] as const))
        rows.push([
          name,
          group.name,
          own.length,
          way,
          ...tokens.map((_, at) => mean(shown.map((each) => each[at] ?? 0)).toFixed(3)),
        ]);
    }
  }
  return table(['conversations', 'questions', 'n', 'what is shown', ...tokens.map((each) => each.toLocaleString('en'))], rows);
}

const groups: readonly { readonly name: string; has(question: Question): boolean }[] = [
  { name: '1 to 4', has: ({ category }) => category !== 5 },
  { name: '5 adversarial', has: ({ category }) => category === 5 },
];

/** Of one question: for each way, the share of its evidence at each number of tokens. */
interface Shares {
  readonly question: Question;
  readonly byWay: Readonly<Record<string, readonly number[]>>;
}

async function sharesOf(samples: readonly Sample[], tokens: readonly number[]): Promise<readonly Shares[]> {
  await using fleet = await startFleet({ services, bus: 'sqlite', environment });
  const shares: Shares[] = [];
  for (const sample of samples) {
    const { turnOf } = await replay(fleet, sample);
    await fleet.settled();
    for (const question of sample.questions) shares.push(await sharesOfQuestion(fleet, sample, question, turnOf, tokens));
    console.error(`${sample.id}: ${sample.turns.length} turns, ${sample.questions.length} questions`);
  }
  return shares;
}

async function sharesOfQuestion(
  fleet: TestFleet,
  sample: Sample,
  question: Question,
  turnOf: ReadonlyMap<string, string>,
  tokens: readonly number[],
): Promise<Shares> {
  const byWay: Record<string, number[]> = {};
  for (const [name, way] of Object.entries(ways)) {
    byWay[name] = [];
    for (const maxTokens of tokens) {
      const shown = new Set((await way(fleet, sample, question.text, maxTokens)).map((id) => turnOf.get(id)));
      byWay[name].push([...question.evidence].filter((id) => shown.has(id)).length / question.evidence.size);
    }
  }
  return { question, byWay };
}
