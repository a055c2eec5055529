import { chatCompletions } from './chat-completions.ts';
import type { Wire } from './wire.ts';

/** The wires there are. */
export const wires: readonly Wire[] = [chatCompletions];
