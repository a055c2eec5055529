import type { Fact } from '@agent-mem/contract';
import { visibleLine } from '../../command-line/visible.ts';
import type { ChatSession } from '../session.ts';
import type { CommandScreen } from './slash-command.ts';

/** Prints facts with a number each, by which the next command may name them. */
export function listFacts(session: ChatSession, facts: readonly Fact[], { print, styles }: CommandScreen): void {
  session.listed = facts.map(({ id }) => id);
  facts.forEach(({ content, id }, index) => {
    print(`${String(index + 1).padStart(2)}. ${visibleLine(content)}  ${styles.dim(id)}`);
  });
}

/** The id of the fact that a word names by its number or its id; `null` if it is neither. */
export function namedFact({ listed }: Pick<ChatSession, 'listed'>, word: string): string | null {
  if (word.startsWith('fact_')) return word;
  return /^\d+$/.test(word) ? (listed[Number(word) - 1] ?? null) : null;
}
