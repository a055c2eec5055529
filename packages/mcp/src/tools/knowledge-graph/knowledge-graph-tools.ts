import type { McpTool } from '../tool.ts';
import { deletingTools } from './deleting.ts';
import { readingTools } from './reading.ts';
import { writingTools } from './writing.ts';

/**
 * The tools of @modelcontextprotocol/server-memory, with their names, arguments and results: what they store are facts of the scope, which every other way
 * to recall finds too.
 */
export const knowledgeGraphTools: readonly McpTool[] = [...writingTools, ...deletingTools, ...readingTools];
