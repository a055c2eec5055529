import type { StepRecord, Tool } from '@agent-mem/agent-loop';
import type { RuleSource } from '@agent-mem/policy';
import type { AgentCall, RunNames, ServedFlow } from '@agent-mem/trustgraph';
import type { RunReport } from '../explain/run-report.ts';
import type { FlowContext } from '../flow-context.ts';
import type { FlowRun } from '../flows/flow-run.ts';
import type { FlowState } from '../flows/flow-state.ts';

/** What takes the steps of the runs in all flows of a processor. */
export interface FlowAgent {
  readonly context: FlowContext;
  readonly processorId: string;
  /** Config types with parameters, the one that wins first. */
  readonly configTypes: readonly string[];
  /** The project's own tools. */
  readonly tools: readonly Tool[];
  readonly rules: RuleSource;
  stateOf(flow: Pick<ServedFlow, 'clients'>): FlowState;
}

/** One step on its way. */
export interface Step {
  readonly agent: FlowAgent;
  /** With the flow's settings and model instead of the process's own. */
  readonly context: FlowContext;
  readonly call: AgentCall;
  readonly flow: ServedFlow;
  /** Counted from 1. */
  readonly number: number;
  readonly names: RunNames;
  readonly flowRun: FlowRun;
  readonly report: RunReport;
  readonly records: readonly StepRecord[];
}
