/** The headings of our prompt, as a model copies them that goes on behind its own turn. */
export const promptHeadings = [
  'Long-term Facts',
  'Relevant Past Episodes',
  'Conversation History',
  'Other Conversations',
  'Current Task and Working Memory',
  'Question',
] as const;

/** How the prompt opens a memory. Other programs have `<memory>` in their files, without a kind. */
export const memoryOpening = '<memory kind="';

/** What lines of the prompt begin with that no answer has for itself. */
const opened = [...promptHeadings.map((heading) => `# ${heading}`), memoryOpening];
const lineOfPrompt = new RegExp(`^(?:# (?:${promptHeadings.join('|')})[ \\t]*$|${memoryOpening})`, 'gm');
const fence = /^[ \t]*(?:```|~~~)/gm;
const code = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1|(?![\s\S]))/gm;

/**
 * Where the model goes on behind an answer by writing its prompt's next turn, looked for from that position; `undefined`: nowhere. What may be wanted is none:
 * code, what the answer introduces by a colon, and an answer in Markdown with headings of its own, before it or behind it. While the text is
 * not over, this answers where such a turn may begin.
 */
export function inventedTurnAt(text: string, from: number, over: boolean): number | undefined {
  for (const start of linesOfPrompt(text, from, over)) {
    const before = text.slice(0, start).trimEnd();
    const isWanted = before === '' || before.endsWith(':') || (before.match(fence) ?? []).length % 2 === 1;
    if (isWanted) continue;
    return hasHeading(over ? text : before) ? undefined : start;
  }
  return undefined;
}

/** Whether the turn is the prompt's own question again: then the model has copied it before it answers. */
export function asksAgain(turn: string, question: string): boolean {
  const asked = question.trim();
  return asked !== '' && turn.split(/^# Question[ \t]*$/m).some((behind) => behind.trimStart().startsWith(asked));
}

function* linesOfPrompt(text: string, from: number, over: boolean): Generator<number> {
  for (const { index } of text.slice(from).matchAll(lineOfPrompt)) yield from + index;
  const line = text.lastIndexOf('\n') + 1;
  const begun = text.slice(line);
  if (!over && begun !== '' && opened.some((form) => form.startsWith(begun))) yield line;
}

/** Whether the text has a heading of its own, outside code. */
function hasHeading(text: string): boolean {
  const prose = text.replace(code, '').replace(lineOfPrompt, '');
  return /^#{1,6} +\S/m.test(prose);
}
