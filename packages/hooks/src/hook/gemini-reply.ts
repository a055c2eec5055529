import { type Members, membersOf, textOf } from './members.ts';

/** What the model said in the last turn of a transcript of Gemini CLI. `heard` is `prompt_response` of the hook's JSON, where version 0.61.0 repeats pieces of a reply that streams in several. Returns `heard` unless the lines confirm a better text. */
export function geminiReply(lines: readonly Members[], heard: string): string {
  const said = lastTurnOf(lines);
  const reply = said.join('\n');
  // A reply in one piece is whole in `heard`; the transcript leaves some characters out.
  if (recorded(heard) === reply) return heard;
  return isHeard(said.map(spaceless), spaceless(heard)) ? reply : heard;
}

/** Whether each text was heard, and after the last of them no more than the pieces of its end. */
function isHeard(said: readonly string[], heard: string): boolean {
  const last = said.at(-1);
  if (last === undefined || !said.every((words) => heard.includes(words))) return false;
  return last.endsWith(heard.slice(heard.lastIndexOf(last) + last.length));
}

/** The texts of the model since the user's last words; none where no line has these. */
function lastTurnOf(lines: readonly Members[]): readonly string[] {
  let said: Map<string, string> | null = null;
  for (const { type, id, content } of lines) {
    if (type === 'user' && !isToolResult(content)) said = new Map();
    // A message is written again, by the same id, when more is known of it.
    if (type === 'gemini') said?.set(textOf(id), wordsOf(content));
  }
  return [...(said?.values() ?? [])].filter((words) => words !== '');
}

function isToolResult(content: unknown): boolean {
  return Array.isArray(content) && content.some((part) => membersOf(part).functionResponse !== undefined);
}

/** A text, or the texts of its parts without thoughts. */
function wordsOf(content: unknown): string {
  const parts = Array.isArray(content) ? content.map(membersOf) : [membersOf({ text: content })];
  const texts = parts.map(({ text, thought }) => (thought === true ? '' : textOf(text)));
  return texts.join('').trim();
}

/** A text as the transcript has it, without the spaces that are put between pieces. */
function spaceless(text: string): string {
  return recorded(text.replace(/\s/g, ''));
}

/** A text as Gemini CLI writes it to the transcript: without characters of no width, and without HTML's comments. */
function recorded(text: string): string {
  return text
    .replace(/[\u200B\u200C\u200E\u200F\uFEFF]|\u200D/g, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .trim();
}
