import { limits } from '@agent-mem/contract';
import type { AgentRequest, AgentStep } from '@agent-mem/trustgraph';
import { cutToBytes } from '../domain/bounded-text.ts';

/** Steps at the end whose texts are the last to be cut. */
const newest = 3;
/** Bytes of each text of a step, tried one after the other. */
const textBytes = [4_096, 1_024, 256, 64] as const;
/** Room for what the bus adds. */
const mostBytes = limits.messageBytes - 50_000;

/** The request as it passes the bus: if need be the texts of its steps are cut, with a mark, the oldest steps first. No step is left out, for their number counts. */
export function boundedRequest(request: AgentRequest): AgentRequest {
  if (fits(request)) return request;
  for (const kept of [newest, 0]) {
    for (const bytes of textBytes) {
      const end = request.history.length - kept;
      const cut = { ...request, history: request.history.map((step, index) => (index < end ? cutStep(step, bytes) : step)) };
      if (fits(cut)) return cut;
    }
  }
  return { ...request, history: request.history.map((step) => cutStep(step, 0)) };
}

function fits(request: AgentRequest): boolean {
  return Buffer.byteLength(JSON.stringify(request)) <= mostBytes;
}

function cutStep(step: AgentStep, bytes: number): AgentStep {
  return {
    ...step,
    thought: cutToBytes(step.thought, bytes),
    arguments: Object.fromEntries(Object.entries(step.arguments).map(([name, value]) => [name, cutToBytes(value, bytes)])),
    observation: cutToBytes(step.observation, bytes),
  };
}
