import type { Frame, ToolOrigin } from '@agent-mem/agent-loop';
import { canonicalId, type ResumeRequest } from '@agent-mem/contract';
import type { HandlerContext } from '@agent-mem/service-kit';
import { VersionConflict } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { followJournaled } from '../follow-journaled.ts';
import { readEntry } from '../journal.ts';
import { decide } from '../waiting/decide.ts';
import { openRun } from '../waiting/open-run.ts';
import { waitingFrame } from '../waiting/waiting-frame.ts';
import { noSuchRun, readRun, runNode, type StoredRun } from '../waiting/waiting-run.ts';

/** Decides on what a run waits for, and goes on with it. A repeat changes nothing, and is answered what the first one was, or what has come of it since. */
export function resumeWith(tools: readonly ToolOrigin[]) {
  return async function* resume(request: ResumeRequest, context: HandlerContext<Config>): AsyncGenerator<Frame, void> {
    const { keyValue, scope } = context;
    const { run, version } = await decided(request, context);
    const { begun, entry, expiresAt, frame, state, usage } = run;
    if (state === 'ended') return yield frame;
    if (state === 'waiting') return yield waitingFrame(entry.invocation, begun, expiresAt, usage);
    if (!run.isOpened) await openRun(context, scope, { run, version });
    context.accepted({ isHandedOn: false });
    const opened = (await readEntry(keyValue, scope, entry.key)) ?? entry;
    yield* followJournaled(opened, context, tools, { isFirst: !run.isOpened, isCaller: false });
  };
}

/** The run with the decisions, stored. One that meets another writer is decided on again. */
async function decided(request: ResumeRequest, { clock, graph, scope }: HandlerContext<Config>): Promise<StoredRun> {
  const invocationId = canonicalId('inv', request.invocation_id) ?? request.invocation_id;
  for (;;) {
    const stored = await readRun(graph, scope, invocationId);
    if (!stored) throw noSuchRun(invocationId);
    const run = decide(stored.run, request.decisions);
    if (run === stored.run) return stored;
    try {
      const node = runNode(run, stored.version, clock.now());
      const { versions } = await graph.commit(scope, { nodes: [node] });
      return { run, version: versions[node.id] ?? stored.version + 1 };
    } catch (cause) {
      if (!(cause instanceof VersionConflict)) throw cause;
    }
  }
}
