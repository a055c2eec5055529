import { table } from '../markdown-table.ts';
import { namedModel } from '../named-model.ts';
import { kinds, loadSequences, type Sequence } from './load.ts';
import { isRight, type Measured, measure, type Share } from './measure.ts';
import { oracle } from './oracle.ts';
import { runPairs } from './pairs.ts';
import { measurePeople, type PeopleMeasured } from './people.ts';
import { awayModel, type Played, play } from './play.ts';

/**
 * Tells our own sequences to the facts service, with each kind of decider, and counts what is believed that should not be, and the other way
 * round. `pairs` judges the check of subjects alone. A model that LLM_URL names decides on the half that is held out, and nobody else on anything.
 */
export async function runReconcile(args: readonly string[]): Promise<string> {
  if (args.includes('pairs')) return await runPairs(args);
  const sequences = await loadSequences();
  const named = namedModel();
  if (named) {
    const heldOut = sequences.filter(({ split }) => split === 'held-out');
    return [`### ${named.name} by kind, held-out`, byKind(await play(heldOut, named), 'held-out')].join('\n\n');
  }
  const none = await play(sequences, { chatModel: awayModel });
  const rules = await play(sequences);
  const model = oracle();
  const scripted = await play(sequences, { chatModel: model.chatModel, onSequence: model.begin });
  const confused = oracle(() => 'confused');
  const alwaysConfused = await play(sequences, { chatModel: confused.chatModel, onSequence: confused.begin });
  const made = [...model.made].map(([slip, times]) => `${slip} ${times}`).join(', ');
  return [
    table(
      ['decided by', 'sequences', 'right', 'wrong retire', 'missed update', 'duplicates left', 'bystanders gone'],
      [
        row('nobody: only the same text is the same fact', none),
        row('local rules', rules),
        row('scripted model', scripted),
        row('scripted model, always confused', alwaysConfused),
      ],
    ),
    `Slips of the scripted model: ${made}.`,
    '### Local rules by kind, dev',
    byKind(rules, 'dev'),
    '### Local rules by kind, held-out',
    byKind(rules, 'held-out'),
    '### Local rules on the memories of bench/facts',
    ofPeople(await measurePeople()),
    ...(args.includes('--wrong') ? ['### dev: what is not right by local rules', wrongOf(rules)] : []),
  ].join('\n\n');
}

function byKind(played: readonly Played[], split: Sequence['split']): string {
  const own = played.filter(({ sequence }) => sequence.split === split);
  const ofKind = (kind: Sequence['kind']) => own.filter(({ sequence }) => sequence.kind === kind);
  const rows = [...kinds.map((kind) => row(kind, ofKind(kind))), row('all', own)];
  return table(['kind', 'sequences', 'right', 'wrong retire', 'missed update', 'duplicates left', 'bystanders gone'], rows);
}

function ofPeople(measured: readonly PeopleMeasured[]): string {
  return table(
    ['half', 'people', 'wrong retire', 'missed update'],
    measured.map(({ split, people, wrongRetires, missedUpdates }) => [
      split,
      people,
      shareText(wrongRetires),
      shareText(missedUpdates),
    ]),
  );
}

function row(name: string, played: readonly Played[]): readonly (string | number)[] {
  const { sequences, right, wrongRetires, missedUpdates, duplicatesLeft, bystandersGone }: Measured = measure(played);
  return [name, sequences, right, shareText(wrongRetires), shareText(missedUpdates), shareText(duplicatesLeft), bystandersGone];
}

function shareText({ count, of }: Share): string {
  return of === 0 ? '–' : `${count} of ${of} (${((100 * count) / of).toFixed(1)} %)`;
}

function wrongOf(played: readonly Played[]): string {
  return played
    .filter((each) => each.sequence.split === 'dev' && !isRight(each))
    .map(
      ({ sequence, believed }) =>
        `- ${sequence.id}: ${sequence.facts.map(({ text, fate }, index) => `${text} (${fate}: ${believed[index]})`).join(' | ')}`,
    )
    .join('\n');
}
