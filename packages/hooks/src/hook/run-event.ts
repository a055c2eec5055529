import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { blockOf, ownWords, storedText } from '@agent-mem/proxy/texts';
import type { Tool } from '../tool.ts';
import { callFleet, type FleetAddress } from './fleet.ts';
import type { HookEvent } from './hook-event.ts';

/** How long a run of the hook may ask the fleet. */
export const limitMs = 200;

/** Does what an event asks for, within `limitMs`. Resolves with the block that the tool's model is to see; empty: none. Where the fleet fails or is slow nothing is recalled, and the turn may not be stored. */
export async function runEvent(tool: Tool, event: HookEvent, fleet: FleetAddress): Promise<string> {
  if (event.session === '') return '';
  const signal = AbortSignal.timeout(limitMs);
  const words = ownWords(event.text);
  if (event.kind === 'start') return recall(fleet, event, basename(event.folder), signal);
  if (words === '') return '';
  if (event.kind === 'reply') {
    await append(fleet, { tool, event, role: 'assistant', words, signal });
    return '';
  }
  const recalled = recall(fleet, event, words, signal);
  // Stored after the recall, which would find it, but in time also where the recall is slow.
  await Promise.race([recalled, aborted(AbortSignal.timeout(limitMs / 2))]);
  await append(fleet, { tool, event, role: 'user', words, signal });
  return recalled;
}

async function recall(fleet: FleetAddress, { session }: HookEvent, query: string, signal: AbortSignal): Promise<string> {
  if (query === '') return '';
  const body = { query: storedText(query), conversation_id: session, format: 'roles', other_conversations: true };
  try {
    const answer = await callFleet(fleet, 'agent/recall', { body, signal });
    return typeof answer === 'object' && answer !== null && 'text' in answer ? blockOf(String(answer.text)) : '';
  } catch {
    return '';
  }
}

interface Turn {
  readonly tool: Tool;
  readonly event: HookEvent;
  readonly role: 'user' | 'assistant';
  readonly words: string;
  readonly signal: AbortSignal;
}

async function append(fleet: FleetAddress, { tool, event, role, words, signal }: Turn): Promise<void> {
  const { session, turn } = event;
  const content = storedText(words);
  const body = { conversation_id: session, messages: [{ role, content, metadata: { via: 'hook', tool } }] };
  // The same turn has the same key, so a hook that runs twice stores it once.
  const hash = createHash('sha256').update([tool, session, turn, role, content].join('\n')).digest('hex');
  await callFleet(fleet, 'conversations/append-messages', { body, idempotencyKey: `hook:${hash}`, signal }).catch(
    () => undefined,
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
