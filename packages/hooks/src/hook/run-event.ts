import { basename } from 'node:path';
import { blockOf, ownWords, storedText } from '@agent-mem/proxy/texts';
import type { Tool } from '../tool.ts';
import { type Asking, appendMissing, appendTurn } from './append.ts';
import { callFleet, type FleetAddress } from './fleet.ts';
import { geminiReply } from './gemini-reply.ts';
import type { HookEvent } from './hook-event.ts';
import { membersOf, textOf } from './members.ts';
import { readTranscript } from './transcript.ts';
import { readLastLines } from './transcript-lines.ts';

/** How long a run of the hook may ask the fleet. */
export const limitMs = 200;

/** Does what an event asks for, within `limitMs`. Resolves with the block that the tool's model is to see; empty: none. Where the fleet fails or is slow nothing is recalled, and the turn may not be stored before the session goes on later, or is compacted. */
export async function runEvent(tool: Tool, event: HookEvent, fleet: FleetAddress): Promise<string> {
  if (event.session === '') return '';
  // A session that goes on has a transcript too, and at a compaction it is cut.
  const mayHaveMissed = event.kind === 'start' || event.kind === 'compaction';
  const said = mayHaveMissed ? await readTranscript(tool, event.transcript) : [];
  const text =
    tool === 'gemini' && event.kind === 'reply' ? geminiReply(await readLastLines(event.transcript), event.text) : event.text;
  const asking: Asking = { tool, fleet, signal: AbortSignal.timeout(limitMs) };
  const words = ownWords(text);
  const caughtUp = said.length === 0 ? undefined : appendMissing(asking, event.session, said).catch(nothing);
  const shown = event.kind === 'start' ? recall(asking, event, basename(event.folder)) : '';
  if (mayHaveMissed) {
    await caughtUp;
    return shown;
  }
  if (words === '') return '';
  if (event.kind === 'reply') {
    await appendTurn(asking, event, 'assistant', words).catch(nothing);
    return '';
  }
  const recalled = recall(asking, event, words);
  // Stored after the recall, which would find it, but in time also where the recall is slow.
  await Promise.race([recalled, aborted(AbortSignal.timeout(limitMs / 2))]);
  await appendTurn(asking, event, 'user', words).catch(nothing);
  return recalled;
}

async function recall({ fleet, signal }: Asking, { session }: HookEvent, query: string): Promise<string> {
  if (query === '') return '';
  const body = { query: storedText(query), conversation_id: session, format: 'roles', other_conversations: true };
  const answer = await callFleet(fleet, 'agent/recall', { body, signal }).catch(nothing);
  return blockOf(textOf(membersOf(answer).text));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function nothing(): undefined {}
