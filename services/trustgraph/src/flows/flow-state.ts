import type { Logger } from '@agent-mem/runtime';
import type { ServedFlow } from '@agent-mem/trustgraph';
import type { LibrarianState } from '../explain/run-report.ts';
import type { RefusedTemplates } from '../model/flow-model.ts';
import { type FlowTools, flowTools } from '../tools/flow-tools.ts';

/** What is known of a flow from its earlier questions, as long as it runs. */
export interface FlowState {
  readonly tools: FlowTools;
  readonly refused: RefusedTemplates;
  readonly librarian: LibrarianState;
  /** Malformed settings that were logged. */
  readonly malformed: Set<string>;
}

/** The state of each flow. It goes with the flow's clients. */
export function flowStates(log: Logger): (flow: Pick<ServedFlow, 'clients'>) => FlowState {
  const states = new WeakMap<ServedFlow['clients'], FlowState>();
  return ({ clients }) => {
    const known = states.get(clients);
    if (known) return known;
    const state: FlowState = { tools: flowTools(log), refused: new Set(), librarian: { askAgainAt: 0 }, malformed: new Set() };
    states.set(clients, state);
    return state;
  };
}
