import { createHash } from 'node:crypto';
import { ownWords, storedText } from '@agent-mem/proxy/texts';
import type { Tool } from '../tool.ts';
import { callFleet, type FleetAddress, FleetRefusal } from './fleet.ts';
import type { HookEvent } from './hook-event.ts';
import { membersOf, textOf } from './members.ts';
import type { SaidTurn } from './transcript.ts';

/** What asks the fleet for one run of the hook. */
export interface Asking {
  readonly tool: Tool;
  readonly fleet: FleetAddress;
  readonly signal: AbortSignal;
}

/** Stores a turn. The same turn has the same key, so a hook that runs twice stores it once. */
export async function appendTurn(asking: Asking, event: HookEvent, role: 'user' | 'assistant', words: string): Promise<void> {
  const { tool } = asking;
  const { session, turn, isOneOfMany } = event;
  const content = storedText(words);
  const named = turn === '' || isOneOfMany ? [turn, content] : [turn];
  const key = hashOf([tool, session, role, ...named]);
  await append(asking, session, [{ role, content, metadata: metadataOf(tool, turn) }], key);
}

/** Stores what the fleet has not of these turns, in one request. Rejects where the fleet does not say what it has. */
export async function appendMissing(asking: Asking, session: string, said: readonly SaidTurn[]): Promise<void> {
  const stored = await storedTurns(asking, session);
  const missing = said
    .filter(({ turn, role }) => !stored.has(`${turn}/${role}`))
    .map(({ turn, role, text, timestamp }) => {
      const content = storedText(ownWords(text));
      return { role, content, metadata: metadataOf(asking.tool, turn), ...(timestamp && { timestamp }) };
    })
    .filter(({ content }) => content !== '')
    .slice(-mostMissing);
  if (missing.length === 0) return;
  await append(asking, session, missing, hashOf([asking.tool, session, JSON.stringify(missing)]));
}

const mostMissing = 50;
const mostStored = 1_000;

/** The turns of a conversation that hooks have stored, of its newest messages. */
async function storedTurns({ fleet, signal }: Asking, session: string): Promise<ReadonlySet<string>> {
  const body = {
    conversation_id: session,
    limit: mostStored,
    newest_first: true,
    include_tool_calls: false,
    include_reasoning: false,
  };
  const answer = await callFleet(fleet, 'conversations/history', { body, signal }).catch((error: unknown) => {
    if (error instanceof FleetRefusal && error.status === 404) return {};
    throw error;
  });
  const { messages } = membersOf(answer);
  return new Set(
    (Array.isArray(messages) ? messages : []).map((message) => {
      const { role, metadata } = membersOf(message);
      return `${textOf(membersOf(metadata).turn)}/${textOf(role)}`;
    }),
  );
}

function append({ fleet, signal }: Asking, session: string, messages: readonly object[], key: string): Promise<unknown> {
  const body = { conversation_id: session, messages };
  return callFleet(fleet, 'conversations/append-messages', { body, idempotencyKey: `hook:${key}`, signal });
}

function metadataOf(tool: Tool, turn: string): object {
  return { via: 'hook', tool, ...(turn && { turn }) };
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
