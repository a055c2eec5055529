import { cutToBytes } from '@agent-mem/agent-loop';
import { limits } from '@agent-mem/contract';
import { excerptInBytes } from '@agent-mem/recall/excerpt';
import type { AgentRequest, AgentStep } from '@agent-mem/trustgraph';
import { type Carried, carrying } from './carried.ts';

/** Steps at the end whose texts are the last to be cut. */
const newest = 3;
/** Bytes of each text of a step, tried one after the other. */
const textBytes = [4_096, 1_024, 256, 64, 0] as const;
/** Room for what the bus adds. */
const mostBytes = limits.messageBytes - 50_000;
/** What the steps have also behind a question that takes all the room. */
const leastBytes = 200_000;

/**
 * The request with what it carries, as it passes the bus: if need be the texts of its steps are cut, with a mark, the oldest steps first. No step is left out, for their number
 * counts.
 */
export function boundedRequest(request: AgentRequest, carried: Carried): AgentRequest {
  const whole = carrying(request, carried);
  const room = Math.max(mostBytes, bytesOf({ ...request, history: [] }) + leastBytes);
  if (bytesOf(whole) <= room) return whole;
  const end = request.history.length;
  const cuts = [end - newest, end].flatMap((until) => textBytes.map((bytes) => cutUntil(request, carried, until, bytes)));
  return cuts.find((cut) => bytesOf(cut) <= room) ?? cutUntil(request, carried, end, 0);
}

/** With the texts of the steps before `end` cut. Arguments that are cut travel in TrustGraph's form alone. */
function cutUntil(request: AgentRequest, carried: Carried, end: number, bytes: number): AgentRequest {
  const cut = <Item>(items: readonly Item[], shorten: (item: Item) => Item) =>
    items.map((item, index) => (index < end ? shorten(item) : item));
  const history = cut(request.history, (step) => cutStep(step, bytes));
  const steps = cut(carried.steps, ({ arguments: args = '', ...rest }) =>
    Buffer.byteLength(args) <= bytes ? { ...rest, arguments: args } : rest,
  );
  return carrying({ ...request, history }, { ...carried, steps });
}

function cutStep(step: AgentStep, bytes: number): AgentStep {
  return {
    ...step,
    thought: cutToBytes(step.thought, bytes),
    arguments: Object.fromEntries(Object.entries(step.arguments).map(([name, value]) => [name, cutToBytes(value, bytes)])),
    observation: excerptInBytes(step.observation, bytes),
  };
}

function bytesOf(request: AgentRequest): number {
  return Buffer.byteLength(JSON.stringify(request));
}
