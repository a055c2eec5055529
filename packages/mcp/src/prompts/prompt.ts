import type { Memory } from '../memory.ts';

/** An argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Values that a person may mean who has typed so much. Default: none are offered. */
  complete?(typed: string, memory: Memory): Promise<readonly string[]>;
}

/** A prompt that a person chooses: what the model is to be shown for it. */
export interface MemoryPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The message of the user. The required arguments are there. */
  write(args: Readonly<Record<string, string>>, memory: Memory): Promise<string>;
}
