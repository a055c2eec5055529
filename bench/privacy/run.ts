import { table } from '../markdown-table.ts';
import { loadHarmless, loadSensitive } from './load.ts';
import { falseAlarms, type Screened, screenSensitive } from './measure.ts';
import { loadPersonal, scorePersonal } from './personal.ts';

/** Looks for secrets in our own set of texts: what is missed, and what is found where nothing is. */
export async function runPrivacy(): Promise<string> {
  const sensitive = await loadSensitive();
  const harmless = await loadHarmless();
  const screened = screenSensitive(sensitive);
  const alarms = falseAlarms(harmless);
  const started = performance.now();
  screenSensitive(sensitive);
  falseAlarms(harmless);
  const us = ((performance.now() - started) * 1_000) / (sensitive.length + harmless.length);
  const byKind = [...Map.groupBy(screened, ({ kind }) => kind)].map(([kind, own]) => rowOf(kind, own));
  return [
    table(['kind', 'texts', 'found', 'missed', 'by another name'], [...byKind, rowOf('all', screened)]),
    await personalTable(),
    table(['harmless texts', 'false alarms', 'µs a text'], [[harmless.length, alarms.length, us.toFixed(0)]]),
    listOf(
      'missed',
      screened.filter(({ isGone }) => !isGone),
    ),
    listOf('false alarms', alarms),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

async function personalTable(): Promise<string> {
  const rows = (['dev', 'held-out'] as const).map(async (half) => {
    const texts = await loadPersonal(half);
    const { found, missed, wrong, precision, recall } = scorePersonal(texts);
    return [half, texts.length, found, missed.length, wrong.length, precision.toFixed(2), recall.toFixed(2)];
  });
  return table(['personal data', 'texts', 'found', 'missed', 'wrong', 'precision', 'recall'], await Promise.all(rows));
}

function rowOf(kind: string, screened: readonly Screened[]): readonly (string | number)[] {
  const gone = screened.filter(({ isGone }) => isGone);
  const otherwise = gone.filter((each) => !each.found.includes(each.kind));
  return [kind, screened.length, gone.length, screened.length - gone.length, otherwise.length];
}

function listOf(title: string, screened: readonly Screened[]): string {
  if (screened.length === 0) return '';
  return [`${title}:`, ...screened.map(({ kind, text }) => `- ${kind}: ${JSON.stringify(text.slice(0, 120))}`)].join('\n');
}
