import { table } from '../markdown-table.ts';
import { halves, loadScript, scripts } from './load.ts';
import { type Played, play } from './play.ts';
import { runDialogues } from './run-dialogues.ts';

/** Plays the scripts of a first use and the dialogues without a model. `--wrong` lists what is not right of those that rules may be fitted to. */
export async function runFirstUse(args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg !== '--wrong')) throw new Error('Usage: npm run bench -- first-use [--wrong]');
  const rows: (readonly string[])[] = [];
  const dev: Played[] = [];
  for (const name of scripts)
    for (const half of halves) {
      const played = await play(half, await loadScript(name, half));
      if (half === 'dev') dev.push(...played);
      rows.push([name, half, ...figuresOf(played)]);
    }
  return [
    table(['script', 'half', 'turns right', 'self-quotes', 'past quoted', 'end facts right'], rows),
    table(['dev: kind', 'right'], byKind(dev)),
    ...(args.includes('--wrong') ? [wrongOf(dev)] : []),
    await runDialogues('changes', args.includes('--wrong')),
    await runDialogues('updates', args.includes('--wrong')),
  ].join('\n\n');
}

function figuresOf(played: readonly Played[]): readonly string[] {
  const [turns, end] = [played.filter(({ kind }) => kind !== 'end'), played.filter(({ kind }) => kind === 'end')];
  const count = (of: readonly Played[], is: 'isRight' | 'isSelfQuote' | 'isPast') =>
    `${of.filter((each) => each[is]).length} of ${of.length}`;
  return [count(turns, 'isRight'), count(played, 'isSelfQuote'), count(played, 'isPast'), count(end, 'isRight')];
}

function byKind(played: readonly Played[]): readonly (readonly string[])[] {
  return [...Map.groupBy(played, ({ kind }) => kind)].map(([kind, own]) => [
    kind,
    `${own.filter(({ isRight }) => isRight).length} of ${own.length}`,
  ]);
}

function wrongOf(played: readonly Played[]): string {
  const wrong = played.filter(({ isRight }) => !isRight);
  return wrong.map(({ kind, asked, answer }) => `- ${kind}: ${asked}\n  ${answer}`).join('\n');
}
