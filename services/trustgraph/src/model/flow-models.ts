import { OperationError } from '@agent-mem/contract';
import type { ServedFlow } from '@agent-mem/trustgraph';
import { nameOfFlow } from '../flows/flow-name.ts';
import { type FlowQuestion, type LearningWay, learningWays } from './learning-ways.ts';
import type { Piece } from './ways.ts';

/** The models of the flows that the process stands in, for services that learn. Flows are named as events name them. */
export interface FlowModels {
  /** Whether the flow has a model whose queue is served, known within two seconds. Throws `not-found` where the process does not stand in the flow. */
  isServed(flow: string): Promise<boolean>;
  /** Throws `not-found` as `isServed`, and `unavailable` where no queue is served or the model fails. */
  ask(flow: string, question: FlowQuestion, signal: AbortSignal): Promise<Piece>;
}

/** `running` answers the flows that are open now. */
export function flowModels(running: () => readonly Pick<ServedFlow, 'entry' | 'clients'>[]): FlowModels {
  async function servedWay(flow: string): Promise<LearningWay | null> {
    const open = running().find(({ entry }) => nameOfFlow(entry) === flow);
    // Another process may stand in it.
    if (!open) throw new OperationError('not-found', `The flow ${flow} is not open in this process`);
    for (const way of learningWays(open.clients)) if (await way.isServed()) return way;
    return null;
  }
  return {
    isServed: async (flow) => (await servedWay(flow)) !== null,
    async ask(flow, question, signal) {
      const way = await servedWay(flow);
      if (!way) throw new OperationError('unavailable', `Nobody serves a model in the flow ${flow}`);
      return await way.ask(question, signal);
    },
  };
}
