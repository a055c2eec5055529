import type { Tool, ToolContext, ToolOutput } from '@agent-mem/agent-loop';
import { type Clock, systemClock } from '@agent-mem/contract';
import { defaultScope } from '@agent-mem/testing';
import { openTools, type ToolsContext } from '../src/index.ts';
import type { ToolSettings } from '../src/settings/index.ts';

/** A line of the log, as text. */
export type LoggedLine = string;

/** Opens tools of these settings, with what was logged. */
export function opened(
  settings: ToolSettings,
  options: { readonly environment?: ToolsContext['environment']; readonly clock?: Clock; readonly folder?: string } = {},
) {
  const lines: LoggedLine[] = [];
  const note = (...words: unknown[]) => void lines.push(words.map((word) => JSON.stringify(word, errorsToo)).join(' '));
  const { environment = process.env, clock = systemClock, folder = process.cwd() } = options;
  return { lines, ...openTools(settings, folder, { clock, environment, log: { info: note, warn: note } }) };
}

/** What a tool gave: its text, and the failure behind it. */
export interface Given {
  readonly text: string;
  readonly bytes: number;
  readonly failure: string | null;
}

/** Calls a tool and reads its output to the end. */
export async function called(
  tool: Tool,
  args: Readonly<Record<string, unknown>> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Given> {
  const context: ToolContext = {
    scope: defaultScope,
    conversationId: 'c1',
    invocationId: 'i1',
    signal,
    recalled: () => undefined,
  };
  const pieces: Uint8Array[] = [];
  let failure: string | null = null;
  try {
    for await (const piece of piecesOf(await tool.run(args, context))) pieces.push(Buffer.from(piece as Uint8Array));
  } catch (cause) {
    failure = (cause as Error).message;
  }
  const all = Buffer.concat(pieces);
  return { text: all.toString(), bytes: all.length, failure };
}

async function* piecesOf(output: string | ToolOutput): AsyncGenerator<string | Uint8Array> {
  const content = typeof output === 'string' ? output : output.content;
  if (typeof content === 'string' || content instanceof Uint8Array) yield content;
  else yield* content;
}

function errorsToo(_name: string, value: unknown): unknown {
  return value instanceof Error ? { message: value.message, stack: value.stack, cause: value.cause } : value;
}
