import { chatCompletions } from './chat-completions.ts';
import { generateContent } from './generate-content.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';
import type { Wire } from './wire.ts';

/** The wires there are. */
export const wires: readonly Wire[] = [chatCompletions, generateContent, messages, responses];
