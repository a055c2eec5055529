import type { Frame, ToolOrigin } from '@agent-mem/agent-loop';
import { canonicalId, type ResumeRequest } from '@agent-mem/contract';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { followJournaled } from '../follow-journaled.ts';
import { framesAgain } from '../frames-again.ts';
import type { Instance } from '../instance.ts';
import { readEntry } from '../journal/entries.ts';
import { changeRun } from '../waiting/change-run.ts';
import { checkChangedArguments } from '../waiting/changed-arguments.ts';
import { decide } from '../waiting/decide.ts';
import { decidedAt } from '../waiting/decided-at.ts';
import { openRun } from '../waiting/open-run.ts';
import { waitingFrame } from '../waiting/waiting-frame.ts';
import { noSuchRun } from '../waiting/waiting-run.ts';

/** Decides on what a run waits for, and goes on with it. A repeat changes nothing, and is answered what the first one was, or what has come of it since. */
export function resumeWith(tools: readonly ToolOrigin[]) {
  return async function* resume(request: ResumeRequest, context: HandlerContext<Config, Instance>): AsyncGenerator<Frame, void> {
    const { keyValue, scope } = context;
    const invocationId = canonicalId('inv', request.invocation_id) ?? request.invocation_id;
    await checkChangedArguments(context, invocationId, request.decisions, tools);
    const stored = await changeRun(context, scope, invocationId, (run) => decide(run, request.decisions));
    if (!stored) throw noSuchRun(invocationId);

    const { begun, entry, expiresAt, frame, isOpened, state, usage } = stored.run;
    if (state === 'ended') {
      const done = { ...((await readEntry(keyValue, scope, entry.key)) ?? entry), frame };
      return yield* framesAgain(context, scope, done, (trace) => decidedAt(trace, request.decisions));
    }
    if (state === 'waiting') return yield waitingFrame(entry.invocation, begun, expiresAt, usage);
    const opened = await openRun(context, scope, stored);
    await context.accepted({ isHandedOn: false });
    const place = context.state.places.enter(scope);
    yield* followJournaled(opened, context, tools, { isFirst: !isOpened, isCaller: false, isHeld: false, place });
  };
}
