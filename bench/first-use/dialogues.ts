import { array, boolean, number, enum as oneOf, type output, strictObject, string } from 'zod';
import { readJsonLines } from '../json-lines.ts';
import { expected, type Half, type Turn } from './load.ts';
import { type Played, play } from './play.ts';

/** The sets of dialogues, each in a folder of its name, with the kinds of dialogue in it. The README says what they mean. */
export const dialogueSets = {
  changes: ['status', 'count', 'value', 'day', 'then'],
  updates: ['moved', 'replaced', 'contrast', 'corrected', 'ended'],
} as const;

/** One of them. */
export type DialogueSet = keyof typeof dialogueSets;

/** A line of `dialogues.jsonl`. */
const dialogueSchema = strictObject({
  id: string().regex(/^(?:dev|held)-(?:en|de|fr|es)-\d\d$/),
  kind: string(),
  trap: boolean().default(false),
  turns: array(strictObject({ user: string().min(1), after: number().positive().optional(), ...expected })).min(2),
});

/** What one person says over days or months, and what the answers must be like; the README says what each member means. */
export type Dialogue = output<typeof dialogueSchema>;

/** When each dialogue begins: on a Monday. */
const start = Date.UTC(2026, 0, 12, 10);

/** Reads one half of a set. Throws for what is no dialogue of it, and names the line. */
export async function loadDialogues(set: DialogueSet, half: Half): Promise<readonly Dialogue[]> {
  const folder = half === 'dev' ? set : `${set}/held-out`;
  const ofSet = dialogueSchema.extend({ kind: oneOf(dialogueSets[set]) });
  return await readJsonLines(new URL(`${folder}/dialogues.jsonl`, import.meta.url), ofSet);
}

/** Plays a dialogue with somebody of whom nothing is known. What is said after days begins a conversation. */
export async function playDialogue({ id, turns }: Dialogue): Promise<readonly Played[]> {
  let conversation = 0;
  const said = turns.map((turn): Turn => {
    if (turn.after !== undefined) conversation += 1;
    return { conversation: `${conversation}`, kind: 'statement', ...turn };
  });
  return await play(id, { turns: said, end: [] }, start);
}
