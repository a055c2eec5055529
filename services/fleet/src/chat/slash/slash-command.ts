import type { Styles } from '../screen/styles.ts';
import type { ChatSession } from '../session.ts';

/** Where a command writes. */
export interface CommandScreen {
  readonly styles: Styles;
  print(text: string): void;
}

/** A word with a slash that the chat does itself. */
export interface SlashCommand {
  readonly name: string;
  /** What comes after the name. */
  readonly takes: string;
  readonly meaning: string;
  /** Rejects with a sentence where it cannot be done. */
  run(session: ChatSession, argument: string, screen: CommandScreen): Promise<void>;
}
