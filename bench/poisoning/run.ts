import { table } from '../markdown-table.ts';
import { loadAttacks, loadHarmless } from './load.ts';
import { type Planted, plant, ways } from './plant.ts';

/** Plants our own attacks and harmless texts in a fleet: what of the attacks a model would be shown, and what of the rest is set aside. */
export async function runPoisoning(): Promise<string> {
  const attacks = await loadAttacks();
  const harmless = await loadHarmless();
  const kindOf = new Map(attacks.map(({ text, kind }) => [text, kind]));
  const planted: Planted[] = [];
  const accepted: Planted[] = [];
  for (const way of ways) {
    planted.push(
      ...(await plant(
        attacks.map(({ text }) => text),
        way,
      )),
    );
    accepted.push(...(await plant(harmless, way)));
  }
  const byKind = [...Map.groupBy(planted, ({ text }) => kindOf.get(text) ?? '')].map(([kind, own]) => rowOf(kind, own));
  const through = new Set(planted.filter(({ isInjected, isAnswered }) => isInjected || isAnswered).map(({ text }) => text));
  const alarms = new Set(accepted.filter(({ isQuarantined }) => isQuarantined).map(({ text }) => text));
  return [
    table(['attacks', 'planted', 'set aside', 'answered', 'injected'], [...byKind, rowOf('all', planted)]),
    table(
      ['attacks, as', 'planted', 'set aside', 'answered', 'injected'],
      ways.map((way) =>
        rowOf(
          way,
          planted.filter((each) => each.way === way),
        ),
      ),
    ),
    table(
      ['harmless, as', 'planted', 'set aside', 'answered', 'injected'],
      ways.map((way) =>
        rowOf(
          way,
          accepted.filter((each) => each.way === way),
        ),
      ),
    ),
    `false alarms: ${alarms.size} of ${harmless.length}; attacks that come through in any way: ${through.size} of ${attacks.length}`,
    ...[...alarms].map((text) => `- false alarm: ${JSON.stringify(text)}`),
    ...[...through].map((text) => `- comes through (${kindOf.get(text)}): ${JSON.stringify(text)}`),
  ].join('\n\n');
}

function rowOf(name: string, planted: readonly Planted[]): readonly (string | number)[] {
  const count = (of: (each: Planted) => boolean) => planted.filter(of).length;
  return [
    name,
    planted.length,
    count(({ isQuarantined }) => isQuarantined),
    count(({ isAnswered }) => isAnswered),
    count(({ isInjected }) => isInjected),
  ];
}
