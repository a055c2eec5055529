import type { AgentResponse, AwaitedCall, CallDecision, Init, ResumeRequest } from '@agent-mem/contract';
import type { Tool } from '../src/index.ts';
import type { AgentFleet } from './agent-fleet.ts';

/** What a model says at the end. */
export const final = (text: string) => `Thought: done\nFinal Answer: ${text}`;

/** What a model says that calls a tool. */
export const act = (action: string, args: object = {}) => `Thought: look\nAction: ${action}\nArgs: ${JSON.stringify(args)}`;

/** A tool that a person approves, with what it was called with. */
export function mailTool() {
  const sent: unknown[] = [];
  const tool: Tool = {
    name: 'SendMail',
    description: 'Sends a mail',
    arguments: [{ name: 'to', type: 'string', description: 'To whom' }],
    needsApproval: true,
    async run({ to }) {
      sent.push(to);
      return `Sent to ${to}`;
    },
  };
  return { tool, sent };
}

/** The call that the last frame waits for. */
export function awaited(frames: readonly AgentResponse[]): AwaitedCall {
  const [call] = frames.at(-1)?.waiting ?? [];
  if (!call) throw new Error(`It does not wait: ${JSON.stringify(frames.at(-1))}`);
  return call;
}

/** A decision as a test gives it. */
export type Decided = NonNullable<Init<ResumeRequest>['decisions']>[number];

/** A decision on a call, by Ada. */
export function decisionOn({ call_id, digest }: AwaitedCall, decision: CallDecision['decision'], more: Decided = {}): Decided {
  return { call_id, digest, decision, by: 'ada', ...more };
}

/** The frames of a run that goes on with these decisions. */
export async function resume(fleet: AgentFleet, frames: readonly AgentResponse[], decisions: Init<ResumeRequest>['decisions']) {
  const invocation_id = frames.at(-1)?.invocation_id ?? '';
  return await Array.fromAsync(fleet.caller.stream('agent', 'resume', { invocation_id, decisions }, { timeoutMs: 60_000 }));
}
