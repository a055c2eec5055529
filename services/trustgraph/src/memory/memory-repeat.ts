import { hourMs, type Scope, sha256 } from '@agent-mem/contract';
import type { AgentRequest } from '@agent-mem/trustgraph';
import type { FlowContext } from '../flow-context.ts';

/** A question as it was asked last. */
interface Asked {
  readonly invocationId: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** `null` while it has no answer. */
  readonly endedAt: number | null;
}

/** Clients of TrustGraph ask again, word for word, when they have heard nothing for 120 seconds. */
const patienceMs = 120_000;
const slackMs = 10_000;
const askedTtlMs = hourMs;

/**
 * The invocation that memory is to know a question as: its own, or that of the same question that was asked before, when this is a client's repeat. It is one when the first, in the
 * same conversation, has no answer yet, or when it comes just as long after the first as clients wait for a word. A client that repeats a question on purpose is seldom just so late.
 */
export async function canonicalInvocationId(
  { clock, keyValue }: Pick<FlowContext, 'clock' | 'keyValue'>,
  scope: Scope,
  request: AgentRequest,
  invocationId: string,
): Promise<string> {
  const key = keyOf(request);
  const now = clock.now();
  const known = await keyValue.get(scope, key).then(askedFrom);
  if (known && known.invocationId !== invocationId && isRepeat(known, request, now)) return known.invocationId;
  await write(keyValue, scope, key, {
    invocationId,
    askedAt: known?.invocationId === invocationId ? known.askedAt : now,
    endedAt: null,
  });
  return invocationId;
}

/** Notes that a question has its answer. */
export async function noteAnswered(
  { clock, keyValue }: Pick<FlowContext, 'clock' | 'keyValue'>,
  scope: Scope,
  request: AgentRequest,
  invocationId: string,
): Promise<void> {
  const key = keyOf(request);
  const known = await keyValue.get(scope, key).then(askedFrom);
  if (known?.invocationId === invocationId) await write(keyValue, scope, key, { ...known, endedAt: clock.now() });
}

function isRepeat({ askedAt, endedAt }: Asked, { conversation_id }: AgentRequest, now: number): boolean {
  if (endedAt === null && conversation_id !== '') return true;
  return now >= askedAt + patienceMs - slackMs && now <= (endedAt ?? now) + patienceMs + slackMs;
}

/** All of a question but what differs between a question and its repeat. */
function keyOf({ question, state, group, streaming, conversation_id, pattern }: AgentRequest): string {
  const text = JSON.stringify([question, state, group, streaming, conversation_id, pattern]);
  return `agent/question/${sha256(text)}`;
}

async function write(keyValue: FlowContext['keyValue'], scope: Scope, key: string, asked: Asked): Promise<void> {
  await keyValue.set(scope, key, JSON.stringify(asked), { ttlMs: askedTtlMs });
}

function askedFrom(entry: { readonly value: string } | null): Asked | null {
  return entry && (JSON.parse(entry.value) as Asked);
}
