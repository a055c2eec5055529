import { table } from '../markdown-table.ts';
import { changes, type Dialogue, loadDialogues, playDialogue } from './dialogues.ts';
import { halves } from './load.ts';
import type { Played } from './play.ts';

interface Over {
  readonly dialogue: Dialogue;
  readonly turns: readonly Played[];
}

/** Plays the dialogues without a model: how many are right in every turn. */
export async function runChanges(listsWrong: boolean): Promise<string> {
  const rows: (readonly string[])[] = [];
  const dev: Over[] = [];
  for (const half of halves) {
    const played: Over[] = [];
    for (const dialogue of await loadDialogues(half)) played.push({ dialogue, turns: await playDialogue(dialogue) });
    if (half === 'dev') dev.push(...played);
    const [traps, others] = [true, false].map((trap) => played.filter(({ dialogue }) => dialogue.trap === trap));
    rows.push([
      half,
      ...changes.map((kind) => rightOf((others ?? []).filter(({ dialogue }) => dialogue.kind === kind))),
      rightOf(others ?? []),
      rightOf(traps ?? []),
    ]);
  }
  const figures = table(['dialogues', ...changes, 'all of these', 'traps'], rows);
  return listsWrong ? [figures, ...dev.flatMap(wrongOf)].join('\n\n') : figures;
}

function rightOf(played: readonly Over[]): string {
  return `${played.filter(isRight).length} of ${played.length}`;
}

function isRight({ turns }: Over): boolean {
  return turns.every((turn) => turn.isRight);
}

function wrongOf(over: Over): readonly string[] {
  if (isRight(over)) return [];
  return [
    [
      `- ${over.dialogue.id}`,
      ...over.turns.map(({ asked, answer, isRight }) => `  ${isRight ? ' ' : '✗'} ${asked}\n    ${answer}`),
    ].join('\n'),
  ];
}
