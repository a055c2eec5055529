import {
  type BegunTurn,
  captureHistory,
  type Frame,
  loopMemoryTools,
  ownRules,
  type Run,
  recallMemory,
  takeStep,
} from '@agent-mem/agent-loop';
import { OperationError, undecidedError } from '@agent-mem/contract';
import { usageSum } from '@agent-mem/llm';
import { promptsFrom } from '@agent-mem/service-kit';
import type { AgentRun } from './agent-run.ts';
import type { Ending } from './end-invocation.ts';
import { framesOfSteps } from './frames-again.ts';
import { cancelledByCaller } from './instance.ts';
import { byJournal } from './journal/by-journal.ts';
import { isCancelNoted } from './journal/cancels.ts';
import { noteWell } from './journal/entries.ts';
import type { Stop } from './journal/journal-entry.ts';
import { readSteps, readTurn, writeSteps, writeTurn } from './journal/steps.ts';
import { modelOf } from './model-of.ts';
import { askUser, callerTools } from './waiting/caller-tools.ts';

/** A process that dies of an invocation must not do so for ever. */
const mostRuns = 5;

/** Goes on from the steps that were journaled, until one is an answer or waits. */
export async function* takeSteps(run: AgentRun): AsyncGenerator<Frame, Ending | { readonly begun: BegunTurn }> {
  const { context, scope, options, progress } = run;
  const { clock, keyValue } = context;
  const { entry, isJournaled, signal, frames } = options;
  const { records } = progress;
  if (entry.runs > mostRuns)
    throw new OperationError('internal', `The invocation was begun ${mostRuns} times and got no further`);
  if (isJournaled) await takeUp(run);
  if (entry.resumed?.stop) throw stopped(entry.resumed.stop);
  signal.throwIfAborted();
  const loop = await loopOf(run);
  let written = isJournaled ? await byJournal(readTurn(keyValue, scope, entry, records.length)) : null;
  if (written) progress.usage = written.usage;
  let isWell = !isJournaled || entry.runs <= 1;
  for (;;) {
    signal.throwIfAborted();
    if (await byJournal(isCancelNoted(keyValue, scope, entry.invocation))) throw cancelledByCaller();
    const outcome = yield* takeStep(loop, records, written?.begun);
    written = null;
    progress.tier = outcome.tier;
    if (outcome.kind !== 'step') return outcome;
    if (isJournaled) {
      const told = await frames.framesSent(clock);
      const steps = outcome.records.map((record) => ({ ...record, told, usage: progress.usage }));
      await byJournal(writeSteps(keyValue, scope, entry, steps, records.length));
    }
    if (!isWell) await byJournal(noteWell(keyValue, scope, entry));
    isWell = true;
    records.push(...outcome.records);
  }
}

/** Reads the steps that runs before this one have journaled. */
async function takeUp({ context, scope, options: { entry, frames }, progress }: AgentRun): Promise<void> {
  const steps = await byJournal(readSteps(context.keyValue, scope, entry));
  progress.records.push(...steps);
  const { steps: before = [], begun = null } = entry.resumed ?? {};
  const sinceItWaited = framesOfSteps(steps.slice(before.length), begun !== null);
  frames.goOnAt(steps.at(-1)?.told ?? 0, sinceItWaited);
  progress.usage = usageSum(progress.usage, steps.at(-1)?.usage ?? []);
}

/** What each step needs: the memory that is recalled, the tools, the model. */
async function loopOf({ context, scope, options, progress }: AgentRun): Promise<Run> {
  const { entry, isJournaled, signal } = options;
  const { invocation } = entry;
  const { capture, records, usesMemory, workingMemory } = progress;
  const prompts = await promptsFrom(context.config.PROMPTS_FILE);
  progress.request = await captureHistory(options.request, capture, signal);
  const { request } = progress;
  if (usesMemory) progress.memory = await recallMemory(context, scope, invocation, request, signal);
  const mayWait = request.may_wait && usesMemory;
  const waitingTools = mayWait ? [...(context.config.ENABLE_TOOL_ASK_USER ? [askUser] : []), ...callerTools(request)] : [];
  return {
    context: { ...context, chatModel: modelOf(context, request) },
    scope,
    invocation,
    request,
    tools: [...(usesMemory ? loopMemoryTools(context) : []), ...options.tools, ...waitingTools],
    prompts,
    memory: progress.memory,
    usesMemory,
    workingMemory,
    capture,
    signal,
    rules: ownRules,
    mayWait,
    async writeTurn(begun) {
      const turn = { position: records.length, begun, usage: progress.usage };
      if (isJournaled) await byJournal(writeTurn(context.keyValue, scope, entry, turn));
    },
  };
}

/** How a run ends that was not decided on. */
function stopped(stop: Stop): OperationError {
  if (stop === 'cancelled') return cancelledByCaller();
  return new OperationError('deadline-exceeded', undecidedError, { retryable: false });
}
