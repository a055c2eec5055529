import type { AgentRequest, Scope } from '@agent-mem/contract';
import type { Prompts } from '@agent-mem/llm';
import type { Capture } from './capture/capture.ts';
import type { Invocation } from './invocation.ts';
import type { LoopContext } from './loop-context.ts';
import type { RecalledMemory } from './memory/recalled-memory.ts';
import type { WorkingMemory } from './memory/working-memory.ts';
import type { LoopRules } from './rules.ts';
import type { ToolOrigin } from './tools/tool-source.ts';
import type { BegunTurn } from './turn/intended-turn.ts';

/** What the model is about to have done; without a name its text could not be used. */
export interface Intent {
  readonly thought: string;
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** All that one step of an invocation needs beside the steps before it. */
export interface Run {
  readonly context: LoopContext;
  readonly scope: Scope;
  readonly invocation: Invocation;
  readonly request: AgentRequest;
  readonly tools: readonly ToolOrigin[];
  readonly prompts: Prompts;
  readonly memory: RecalledMemory;
  /** Whether the invocation reads and writes memory. Default: it does. */
  readonly usesMemory?: boolean;
  readonly workingMemory: WorkingMemory;
  readonly capture: Capture;
  readonly signal: AbortSignal;
  readonly rules: LoopRules;
  /** Awaited before an action is done, or the model learns that its text could not be used. Default: nothing. */
  readonly beforeAction?: (intent: Intent) => Promise<void>;
  /** Awaited before the calls of a turn are made, or waited for: writes them down, so that a process that takes the run over knows of them. Default: nothing. */
  readonly writeTurn?: (begun: BegunTurn) => Promise<void>;
  /** The run may wait for a person or for its caller. Default: a call that would wait is not made, and its observation says so. */
  readonly mayWait?: boolean;
}
