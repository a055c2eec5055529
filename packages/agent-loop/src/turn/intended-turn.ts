import { canonicalJson, sha256 } from '@agent-mem/contract';
import type { Decision } from './decision.ts';

/** What a call waits for before its result is known: a person's approval, the user's answer, or the result from the caller, who runs the tool. */
export type Awaits = 'approval' | 'answer' | 'result';

/** One call that a turn is to make. */
export interface IntendedCall {
  /** The same however often the turn is taken up. */
  readonly callId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Of tool and arguments: a decision names it, so that it holds for nothing else. */
  readonly digest: string;
  /** Why it is not made; the model gets it as the observation. */
  readonly problem: string | null;
  /** `null`: nothing. */
  readonly awaits: Awaits | null;
}

/** What one turn of the model is to do, as plain JSON: it is written down before anything of it is done. */
export interface IntendedTurn {
  readonly thought: string;
  /** In the order of the model, at least one. They are made side by side. */
  readonly calls: readonly IntendedCall[];
  /** The state of the task before it. */
  readonly state: string;
  /** Ids of memory that stood in its prompt and that no step before it has. */
  readonly recalledIds: readonly string[];
  /** ISO 8601. */
  readonly timestamp: string;
}

/** A turn that was written down and whose results were not. */
export interface BegunTurn {
  readonly turn: IntendedTurn;
  /** By call id. */
  readonly decisions: Readonly<Record<string, Decision>>;
  /** Its calls may have been made. */
  readonly hasBegun: boolean;
}

/** The id of a call by its invocation, the position of its step and its place in the turn. It has the time of the invocation's id. */
export function callIdOf(invocationId: string, position: number, index: number): string {
  const hash = sha256(`${invocationId}/${position}/${index}`);
  const time = /^inv_([0-9a-f]{8}-[0-9a-f]{4})-/.exec(invocationId)?.[1] ?? `${hash.slice(20, 28)}-${hash.slice(28, 32)}`;
  return `call_${time}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** SHA-256, hex, of a call's tool and arguments. */
export function callDigest(tool: string, args: Readonly<Record<string, unknown>>): string {
  return sha256(`${tool}:${canonicalJson(args)}`);
}

/** The calls for which the turn waits still. */
export function undecided({ turn, decisions }: Pick<BegunTurn, 'turn' | 'decisions'>): readonly IntendedCall[] {
  return turn.calls.filter(({ awaits, callId }) => awaits !== null && !Object.hasOwn(decisions, callId));
}
