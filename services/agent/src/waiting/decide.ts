import { type BegunTurn, type Decision, undecided } from '@agent-mem/agent-loop';
import { type CallDecision, canonicalJson, isBlank, isJsonObject, OperationError, sha256 } from '@agent-mem/contract';
import type { WaitingRun } from './waiting-run.ts';

/** What may be decided on a call, by what it waits for. */
const decisions = {
  approval: ['approve', 'change', 'refuse'],
  answer: ['answer', 'refuse'],
  result: ['result', 'refuse'],
} as const;

/**
 * The run with these decisions; the same run where it had all of them. Throws an `OperationError` that names the decision which does not hold: for a call that is not
 * waited for, for other arguments, or other than it was decided before.
 */
export function decide(run: WaitingRun, given: readonly CallDecision[]): WaitingRun {
  let next = run;
  for (const [index, decision] of given.entries()) next = decideOne(next, decision, `decisions[${index}]`);
  if (next === run || undecided(next.begun).length > 0) return next;
  return { ...next, state: 'resumed', isOpened: false };
}

function decideOne(run: WaitingRun, given: CallDecision, at: string): WaitingRun {
  const { call_id: callId, digest } = given;
  const { by: _by, ...what } = given;
  const hash = sha256(canonicalJson(what));
  const before = run.decided[callId];
  if (before === hash) return run;
  if (before !== undefined)
    throw new OperationError('already-exists', `${at}: call ${callId} was decided otherwise; a decision holds once`);
  const call = run.begun.turn.calls.find((each) => each.callId === callId && each.awaits !== null);
  if (!call?.awaits || run.state !== 'waiting')
    throw new OperationError('failed-precondition', `${at}.call_id: the run does not wait for call ${callId}`);
  if (call.digest !== digest)
    throw new OperationError(
      'failed-precondition',
      `${at}.digest: call ${callId} waits with other arguments than those decided on`,
    );
  const allowed: readonly string[] = decisions[call.awaits];
  if (!allowed.includes(given.decision))
    throw new OperationError('invalid-argument', `${at}.decision: must be one of ${allowed.join(', ')}, got ${given.decision}`);
  if (given.decision === 'answer' && isBlank(given.text))
    throw new OperationError('invalid-argument', `${at}.text: must not be blank, since it is the answer`);
  const begun: BegunTurn = { ...run.begun, decisions: { ...run.begun.decisions, [callId]: decisionOf(given, at) } };
  return { ...run, begun, decided: { ...run.decided, [callId]: hash } };
}

function decisionOf(given: CallDecision, at: string): Decision {
  const { decision, text, by, success } = given;
  switch (decision) {
    case 'approve':
      return { kind: 'approve', by };
    case 'change':
      return { kind: 'change', args: argumentsOf(given, at), by };
    case 'answer':
      return { kind: 'answer', text, by };
    case 'result':
      return { kind: 'result', text, success: success ?? true, by };
    default:
      return { kind: 'refuse', reason: text, by };
  }
}

/** The arguments that a decision names instead. Throws `invalid-argument` where they are no object. */
export function argumentsOf({ arguments: json }: Pick<CallDecision, 'arguments'>, at: string): Readonly<Record<string, unknown>> {
  const value: unknown = json === null ? null : JSON.parse(json);
  if (isJsonObject(value)) return value;
  throw new OperationError('invalid-argument', `${at}.arguments: must be a JSON object`);
}
