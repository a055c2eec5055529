import { array, boolean, number, enum as oneOf, type output, strictObject, string } from 'zod';
import { readJsonLines } from '../json-lines.ts';
import { expected, type Half, type Turn } from './load.ts';
import { type Played, play } from './play.ts';

/** What a dialogue is about: something ends, is counted, gets another value, is said of a day, or is asked of a time that is past. */
export const changes = ['status', 'count', 'value', 'day', 'then'] as const;

/** A line of `dialogues.jsonl`. */
export const dialogueSchema = strictObject({
  id: string().regex(/^(?:dev|held)-(?:en|de|fr|es)-\d\d$/),
  kind: oneOf(changes),
  trap: boolean().default(false),
  turns: array(strictObject({ user: string().min(1), after: number().positive().optional(), ...expected })).min(2),
});

/** What one person says over days or months, and what the answers must be like; the README says what each member means. */
export type Dialogue = output<typeof dialogueSchema>;

/** When each dialogue begins: on a Monday. */
const start = Date.UTC(2026, 0, 12, 10);

/** Reads one half of the dialogues. Throws for what is none, and names the line. */
export async function loadDialogues(half: Half): Promise<readonly Dialogue[]> {
  const folder = half === 'dev' ? 'changes' : 'changes/held-out';
  return await readJsonLines(new URL(`${folder}/dialogues.jsonl`, import.meta.url), dialogueSchema);
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
