import type { AgentRequest } from '../messages/agent.ts';
import type { AgentReply } from './agent-reply.ts';

/** One question, or one step of it, on its way through an agent. */
export interface AgentCall {
  /** Of the question: the same on every answer and every next step. */
  readonly id: string;
  readonly request: AgentRequest;
  readonly reply: AgentReply;
  /**
   * Hands the question on to whichever agent of the flow takes the next step; members of the request that TrustGraph does not know travel along
   * between agents of ours. Where the flow names no `next`, that is the queue of its questions.
   */
  next(request: AgentRequest): Promise<void>;
  /** Aborted when the flow has stopped, or the time of a process that stops is over. */
  readonly signal: AbortSignal;
}

/** A question, or a step of one, as it came. */
export interface TakenStep {
  readonly id: string;
  readonly request: AgentRequest;
}

/**
 * Who goes on with a step that its process leaves when it stops: instances that run meanwhile, the process itself once it has started again, or nobody.
 */
export type LeftTo = 'others' | 'next-start' | 'nobody';

/** A step that is stored where a crash of this process does not reach it. None of its methods rejects. */
export interface JournaledStep {
  /** The question as it is worked on. */
  readonly request: AgentRequest;
  /** Keeps the next step in place of this one, before it is handed on. */
  handOn(request: AgentRequest): Promise<void>;
  /** Whether the step is still ours: an instance that was taken for dead must not end what another one has taken up. */
  isOurs(): Promise<boolean>;
  /** Nothing of it is left to do. */
  over(): Promise<void>;
  readonly leftTo: LeftTo;
  /** Gives it up as it is, for `leftTo` to take up at once. */
  leave(): Promise<void>;
}

/** The step of a question that dies with its process. */
export async function notJournaled({ request }: TakenStep): Promise<JournaledStep> {
  const nothing = async () => {};
  return { request, handOn: nothing, isOurs: async () => true, over: nothing, leftTo: 'nobody', leave: nothing };
}
