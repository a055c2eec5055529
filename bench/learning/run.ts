import { table } from '../markdown-table.ts';
import { alarmsIn, exchangesWith } from './alarms.ts';
import { learn } from './learn.ts';
import { languages, loadExchanges, sets, unread } from './load.ts';
import { learnLocomo } from './locomo.ts';
import { runAnswered } from './run-answered.ts';
import { figuresOf, type Scored } from './score.ts';

const head = [
  '',
  'exchanges',
  'facts',
  'learned',
  'precision',
  'recall',
  'wrong subject',
  'sarcasm',
  'plan',
  'quote',
  'assistant',
  'garbage',
];

/** Learns from each set, by the rules or the model that LLM_URL names. `--wrong` lists what is not right of the sets that rules may be fitted to; `--alarms` counts what is set aside instead; `--answered` measures rules beside a model; a file is LoCoMo's. */
export async function runLearning(args: readonly string[]): Promise<string> {
  if (args.includes('--alarms')) return await runAlarms();
  if (args.includes('--answered')) return await runAnswered();
  const [file] = args.filter((arg) => arg !== '--wrong');
  if (file !== undefined) return await learnLocomo(file);
  const parts: string[] = [];
  for (const set of sets) {
    const scored = await learn(await loadExchanges(set));
    const spoken = languages.filter((language) => scored.some(({ exchange }) => exchange.language === language));
    const byLanguage = spoken.map((language) =>
      rowOf(
        language,
        scored.filter(({ exchange }) => exchange.language === language),
      ),
    );
    parts.push(`### ${set}`, table(head, [...byLanguage, rowOf('**all**', scored)]));
    if (unread.has(set)) continue;
    const byKind = [...Map.groupBy(scored, ({ exchange }) => exchange.kind)].map(([kind, own]) => rowOf(kind, own));
    parts.push(`### ${set}, by kind`, table(head, byKind));
    if (args.includes('--wrong')) parts.push(scored.map(wrongOf).filter(Boolean).join('\n'));
  }
  return parts.join('\n\n');
}

/** Counts what the filter of instructions sets aside of exchanges that give none, and lists those of the sets that rules may be fitted to. */
async function runAlarms(): Promise<string> {
  const rows: (readonly (string | number)[])[] = [];
  const listed: string[] = [];
  for (const set of sets) {
    const exchanges = await loadExchanges(set);
    const alarms = await alarmsIn(exchanges);
    const some = exchangesWith(alarms);
    rows.push([set, exchanges.length, some, `${((100 * some) / exchanges.length).toFixed(1)} %`]);
    if (!unread.has(set))
      listed.push(
        ...alarms.map(({ exchange, kind, text, reason }) => `- ${exchange.id} ${kind} ${JSON.stringify(text)}: ${reason}`),
      );
  }
  return [table(['', 'exchanges', 'with something set aside', 'share'], rows), listed.join('\n')].join('\n\n');
}

function rowOf(name: string, scored: readonly Scored[]): readonly (string | number)[] {
  const { exchanges, facts, learned, precision, recall, wrong } = figuresOf(scored);
  const { subject, sarcasm, plan, quote, assistant, garbage } = wrong;
  return [name, exchanges, facts, learned, share(precision), share(recall), subject, sarcasm, plan, quote, assistant, garbage];
}

function share(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(2);
}

function wrongOf({ exchange, learned, missed }: Scored): string {
  const wrong = learned.filter(({ verdict }) => verdict !== 'right' && verdict !== 'may');
  if (wrong.length + missed.length === 0) return '';
  return [
    `- ${exchange.id} ${JSON.stringify(exchange.user)}`,
    ...wrong.map(({ text, verdict }) => `  ${verdict}: ${text}`),
    ...missed.map(({ text }) => `  missed: ${text}`),
  ].join('\n');
}
