import { chatgpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { langgraph } from './langgraph.ts';
import { langmem } from './langmem.ts';
import { letta } from './letta.ts';
import { mem0 } from './mem0.ts';
import { openai } from './openai.ts';
import type { JsonFormat } from './record.ts';
import { zep } from './zep.ts';

/** The formats of JSON by the name that `--from` takes. `markdown` is the other one: it reads files and folders of notes. */
export const jsonFormats: Readonly<Record<string, JsonFormat>> = {
  openai,
  chatgpt,
  claude,
  langgraph,
  letta,
  mem0,
  zep,
  langmem,
};

/** What `--from` takes. */
export const formatNames: readonly string[] = [...Object.keys(jsonFormats), 'markdown'];
