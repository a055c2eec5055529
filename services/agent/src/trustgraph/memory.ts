import type { OperationError } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import type { AgentContext } from '../agent-context.ts';
import { completedEvent } from '../domain/completed-event.ts';
import { receiptIdOf } from '../domain/invocation.ts';
import type { StepRecord } from '../domain/step-record.ts';
import { noMemory, type RecalledMemory, recallMemory } from '../memory/recalled-memory.ts';
import { createWorkingMemory, type WorkingMemory } from '../memory/working-memory.ts';
import type { Tool } from '../tool.ts';
import { memoryTools } from '../tools/memory-tools.ts';
import type { Dialogue } from './dialogue.ts';

/** How a dialogue has ended. */
export type DialogueEnding = { readonly answer: string } | { readonly error: OperationError };

/** What one step of a dialogue has of memory, and leaves to it. */
export interface DialogueMemory {
  /** Memory is on: without it the agent asks its model as TrustGraph's own do. */
  readonly isOn: boolean;
  readonly recalled: RecalledMemory;
  readonly workingMemory: WorkingMemory;
  /** By which the model uses memory itself. */
  readonly tools: readonly Tool[];
  /** What is to travel to the next step; `null`: nothing. */
  readonly carried: RecalledMemory | null;
  /** Resolves when what memory is to learn of the dialogue cannot be lost any more. Doing it again tells the same. Never rejects: the answer is not held up. */
  ended(ending: DialogueEnding, records: readonly StepRecord[]): Promise<void>;
}

/** Opens memory for one step: what the first step has recalled is carried, and recalled again only where it was lost on the way. */
export async function openDialogueMemory(
  context: AgentContext,
  dialogue: Dialogue,
  signal: AbortSignal,
): Promise<DialogueMemory> {
  const { config, log } = context;
  const { scope, invocation, request, carried } = dialogue;
  const mode = config.TRUSTGRAPH_MEMORY_MODE;
  const isOn = mode !== 'off';
  const writes = isOn && mode !== 'read' && !dialogue.isSubagent;
  const recalled = isOn
    ? (carried.memory ?? (await recallMemory(context, scope, invocation, request, signal)))
    : noMemory('memory is off for this flow');
  return {
    isOn,
    recalled,
    workingMemory: createWorkingMemory(context, scope, invocation, request, isOn),
    tools: isOn ? memoryTools(context).filter(({ name }) => writes || name !== 'StoreFact') : [],
    carried: isOn ? recalled : null,
    async ended(ending, records) {
      if (!writes) return;
      try {
        await publishEvent(
          context.bus,
          completedEvent(invocation, request, {
            answer: 'answer' in ending ? ending.answer : '',
            error: 'error' in ending ? ending.error.message : null,
            at: new Date(context.clock.now()).toISOString(),
            records,
            injectedIds: [...new Set([...recalled.ids, ...records.flatMap(({ recalledIds }) => recalledIds)])],
            receiptId: receiptIdOf(invocation),
            extractFacts: config.ENABLE_AUTO_FACT_EXTRACTION,
            recordEpisode: config.ENABLE_EPISODE_RECORDING,
          }),
        );
      } catch (error) {
        log.error({ invocation_id: invocation.invocationId, err: error }, 'what was said in a flow could not be left to memory');
      }
    },
  };
}
