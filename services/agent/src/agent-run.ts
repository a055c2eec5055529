import {
  type CalledTool,
  type Capture,
  createCapture,
  createWorkingMemory,
  emptyTier,
  type LoopContext,
  noMemory,
  type RecalledMemory,
  type StepRecord,
  type ToolOrigin,
  type WorkingMemory,
} from '@agent-mem/agent-loop';
import type { AgentRequest, ModelUsage, OperationError, ReceiptTier, Scope } from '@agent-mem/contract';
import { usageSum } from '@agent-mem/llm';
import { completePolicy } from '@agent-mem/policy';
import { trace } from '@opentelemetry/api';
import type { AgentContext } from './agent-context.ts';
import type { FrameLog } from './frame-log.ts';
import type { JournalEntry } from './journal/journal-entry.ts';

/** How an invocation is run. */
export interface RunOptions {
  readonly entry: JournalEntry;
  readonly request: AgentRequest;
  /** Whether steps and ending are written down, so that another process can go on. */
  readonly isJournaled: boolean;
  /** Of this run: where it goes on, and how much of it was sent. */
  readonly frames: Pick<FrameLog, 'goOnAt' | 'framesSent'>;
  /** The project's own. */
  readonly tools: readonly ToolOrigin[];
  /** Aborted with an `OperationError`, which then ends the invocation. */
  readonly signal: AbortSignal;
  /** Leaves what is journaled for another run, which a repeat of the request begins. */
  leave(reason: OperationError): void;
  /** Whether it was only left by this process: then it has no ending here. */
  isLeft(): boolean;
}

/** How far an invocation has come. */
interface Progress {
  readonly records: StepRecord[];
  readonly workingMemory: WorkingMemory;
  readonly usesMemory: boolean;
  readonly capture: Capture;
  /** With the long observations of its history captured. */
  request: AgentRequest;
  memory: RecalledMemory;
  /** What models were asked so far, by runs before this one too. */
  usage: readonly ModelUsage[];
  /** What went out of an answer that is not whole yet. */
  said: string;
  /** Of the newest prompt. */
  tier: ReceiptTier;
}

/** A run of an invocation on its way. */
export interface AgentRun {
  readonly context: AgentContext & LoopContext;
  readonly scope: Scope;
  readonly options: RunOptions;
  readonly progress: Progress;
}

/** A run before its first step. */
export function beginRun(service: AgentContext, scope: Scope, options: RunOptions): AgentRun {
  const { entry, request } = options;
  const context = {
    ...service,
    onUsage(usage: readonly ModelUsage[]) {
      progress.usage = usageSum(progress.usage, usage);
    },
    onToolCalled({ tool, source, outcome, ms, bytes }: CalledTool) {
      service.metrics.toolCalled(source, outcome, ms, bytes);
      const attributes = { 'gen_ai.tool.name': tool, 'agent_mem.source': source, 'agent_mem.outcome': outcome };
      trace.getActiveSpan()?.addEvent('tool.called', { ...attributes, 'agent_mem.ms': ms, 'agent_mem.bytes': bytes });
    },
    onAnswerPart(text: string) {
      progress.said += text;
    },
  };
  const usesMemory = !service.memoryIsOff && (request.enable_memory ?? true);
  const policy = usesMemory ? completePolicy(entry) : null;
  const capture = createCapture(context, scope, entry.invocation, { policy, agentId: 'agent' });
  const progress: Progress = {
    records: [],
    workingMemory: createWorkingMemory(context, {
      scope,
      invocation: entry.invocation,
      question: request.question,
      usesService: usesMemory,
      capture,
    }),
    usesMemory,
    capture,
    request,
    memory: noMemory(usesMemory ? 'the invocation ended before' : 'memory is off for this invocation'),
    tier: emptyTier,
    usage: [],
    said: '',
  };
  return { context, scope, options, progress };
}
