import { lasting } from './answers.ts';

/** A reply as it stands on the bus: the operation's member, and why there is none. */
export interface LastingReply {
  readonly error: unknown;
  /** What the service let through without understanding it. */
  readonly warnings?: unknown;
  readonly [operation: string]: unknown;
}

/** The figures and the checksum of a purge's certificate belong to one store and one moment. */
const ofOnePurge = ['counts', 'sha256'];

/** The part of a reply that another version must give too. */
export function lastingReply(operation: string, payload: string): LastingReply {
  const { error, ...members } = JSON.parse(payload) as LastingReply;
  const answer = members[operation];
  const reduced = typeof answer === 'object' && answer !== null ? lasting(operation, answer, ofOnePurge) : answer;
  return { ...members, error, [operation]: reduced };
}
