import { table } from '../markdown-table.ts';
import { type Dialogue, type DialogueSet, dialogueSets, loadDialogues, playDialogue } from './dialogues.ts';
import { halves } from './load.ts';
import type { Played } from './play.ts';

interface Over {
  readonly dialogue: Dialogue;
  readonly turns: readonly Played[];
}

/** Plays a set of dialogues without a model: how many are right in every turn. `listsWrong`: with those that are not, of the half that rules may be fitted to. */
export async function runDialogues(set: DialogueSet, listsWrong: boolean): Promise<string> {
  const kinds = dialogueSets[set];
  const rows: (readonly string[])[] = [];
  const dev: Over[] = [];
  for (const half of halves) {
    const played: Over[] = [];
    for (const dialogue of await loadDialogues(set, half)) played.push({ dialogue, turns: await playDialogue(dialogue) });
    if (half === 'dev') dev.push(...played);
    const [traps, others] = [true, false].map((trap) => played.filter(({ dialogue }) => dialogue.trap === trap));
    rows.push([
      half,
      ...kinds.map((kind) => rightOf((others ?? []).filter(({ dialogue }) => dialogue.kind === kind))),
      rightOf(others ?? []),
      rightOf(traps ?? []),
    ]);
  }
  const figures = table([set, ...kinds, 'all of these', 'traps'], rows);
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
