import { isBlank } from '@agent-mem/contract/is-blank';
import { blockTag } from './block.ts';

/** Tags around what programs put in the user's place, and around our own block. */
const tags = ['system-reminder', 'environment_context', 'session_context', 'hook_context', 'user_instructions', blockTag];
const tagged = new RegExp(`<(${tags.join('|')})>[\\s\\S]*?(?:</\\1>|$)`, 'g');
/** A text that is a program's as a whole opens so. */
const openings = [
  '# AGENTS.md instructions',
  // Gemini CLI beside an editor.
  "Here is the user's editor context as a JSON object.",
  "Here is a summary of changes in the user's editor context, in JSON format.",
];

/** What of a text in the user's place the user has written; empty: nothing. */
export function ownWords(text: string): string {
  if (openings.some((opening) => text.trimStart().startsWith(opening))) return '';
  const own = text.includes('<') ? text.replace(tagged, '') : text;
  return isBlank(own) ? '' : own.trim();
}
