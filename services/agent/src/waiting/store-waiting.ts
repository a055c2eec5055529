import { type BegunTurn, callDigest, type Frame, type StepRecord } from '@agent-mem/agent-loop';
import { type AgentRequest, dayMs, type ModelUsage, type Scope } from '@agent-mem/contract';
import { completePolicy, screenDocument } from '@agent-mem/policy';
import type { AgentContext } from '../agent-context.ts';
import type { EndedEntry, JournalEntry } from '../journal/journal-entry.ts';
import { waitingFrame } from './waiting-frame.ts';
import { readRun, runNode, type WaitingRun } from './waiting-run.ts';

/** What is known of an invocation that begins to wait. */
export interface BeginsToWait {
  readonly entry: JournalEntry;
  readonly request: AgentRequest;
  readonly steps: readonly StepRecord[];
  readonly begun: BegunTurn;
  readonly usage: readonly ModelUsage[];
}

/** Stores an invocation that begins to wait, and answers its last frame. Done again after a crash it changes nothing. */
export async function storeWaiting(context: AgentContext, scope: Scope, waits: BeginsToWait): Promise<Frame> {
  const { clock, config, graph } = context;
  const { entry, request, steps, usage } = waits;
  const { invocation } = entry;
  const stored = await readRun(graph, scope, invocation.invocationId);
  const begun = screened(waits.begun, entry);
  if (stored && stored.run.steps.length >= steps.length && stored.run.state !== 'ended' && sameCalls(stored.run.begun, begun))
    return stored.run.frame;
  const now = clock.now();
  const expiresAt = new Date(now + config.WAIT_TTL_DAYS * dayMs).toISOString();
  const frame = waitingFrame(invocation, begun, expiresAt, usage);
  const { resumed: _, ...own } = entry;
  const again = {
    ...own,
    request,
    key: entry.key ?? `resume/${invocation.invocationId}`,
    runs: 1,
    replyTo: null,
  };
  const run: WaitingRun = {
    state: 'waiting',
    entry: again,
    steps,
    begun,
    decided: stored?.run.decided ?? {},
    usage,
    since: new Date(now).toISOString(),
    expiresAt,
    frame,
    stop: null,
    isOpened: false,
  };
  await graph.commit(scope, { nodes: [runNode(run, stored?.version ?? 0, now)] });
  return frame;
}

/** Writes how a run that has waited ended, for those who ask again. */
export async function storeEnded({ clock, config, graph }: AgentContext, scope: Scope, ended: EndedEntry): Promise<void> {
  const stored = await readRun(graph, scope, ended.invocation.invocationId);
  if (!stored || stored.run.state === 'ended') return;
  const now = clock.now();
  const expiresAt = new Date(now + config.WAIT_TTL_DAYS * dayMs).toISOString();
  // Nothing is left of it but what a repeat is answered.
  const entry = { ...stored.run.entry, request: null };
  const run: WaitingRun = { ...stored.run, entry, steps: [], state: 'ended', frame: ended.frame, expiresAt };
  await graph.commit(scope, { nodes: [runNode(run, stored.version, now)] });
}

/** The turn as its scope's policy lets it be stored. That is what is decided on and called, so the digests are of that. */
function screened(waits: BegunTurn, entry: JournalEntry): BegunTurn {
  const begun: BegunTurn = JSON.parse(screenDocument(waits, completePolicy(entry)));
  const calls = begun.turn.calls.map((call) => ({ ...call, digest: callDigest(call.tool, call.args) }));
  return { ...begun, turn: { ...begun.turn, calls } };
}

function sameCalls(a: BegunTurn, b: BegunTurn): boolean {
  const idsOf = ({ turn }: BegunTurn) => turn.calls.map(({ callId, digest }) => `${callId} ${digest}`).join();
  return idsOf(a) === idsOf(b);
}
