/** The tools by which a model uses memory: their names, their descriptions, and what a call does. */

import { correct } from './correct.ts';
import { factsBefore } from './facts-before.ts';
import { forget } from './forget.ts';
import type { MemoryTool } from './memory-tool.ts';
import { outcomeText } from './outcome-text.ts';
import { recallEpisodes } from './recall-episodes.ts';
import { factLine, retrieveFacts } from './retrieve-facts.ts';
import { inPlaceOfBytes, isOfNoText, retrieveMemory } from './retrieve-memory.ts';
import { searchMemory } from './search-memory.ts';
import { storeFact } from './store-fact.ts';
import { storeMemory } from './store-memory.ts';

export type { MemoryTool, MemoryToolAnswer, MemoryToolCall } from './memory-tool.ts';
export {
  correct,
  factLine,
  factsBefore,
  forget,
  inPlaceOfBytes,
  isOfNoText,
  outcomeText,
  recallEpisodes,
  retrieveFacts,
  retrieveMemory,
  searchMemory,
  storeFact,
  storeMemory,
};

/** All of them. */
export const memoryTools: readonly MemoryTool[] = [
  retrieveFacts,
  recallEpisodes,
  storeFact,
  forget,
  correct,
  storeMemory,
  retrieveMemory,
  searchMemory,
];

/** The tool of that name; `null`: it is none of memory's. */
export function memoryTool(name: string): MemoryTool | null {
  return memoryTools.find((tool) => tool.name === name) ?? null;
}
