import { OperationError } from '@agent-mem/contract';
import { pulsarTlsFailure } from '../access/tls.ts';

/** What an HTTP status of the broker means for `what` ("the producer of persistent/agent-mem/command/facts"), and what to do about it. */
export function refusal(status: number, body: string, what: string): OperationError {
  const reason = reasonOf(body);
  const detail = reason ? ` (${reason})` : '';
  if (status === 401)
    return new OperationError('unauthenticated', `Pulsar refused the token for ${what}${detail}: set PULSAR_TOKEN`);
  if (status === 403)
    return new OperationError(
      'permission-denied',
      `Pulsar does not allow ${what}${detail}: run the command init --role NAME, or set PULSAR_TOKEN`,
    );
  if (status === 404) return new OperationError('not-found', `${missing(reason, what)}; run the command init`);
  if (status === 409) return new OperationError('failed-precondition', `Pulsar refused ${what}${detail}`);
  if (status === 429) return new OperationError('resource-exhausted', `Pulsar has too much to do for ${what}${detail}`);
  if (status >= 500) return new OperationError('unavailable', `Pulsar failed to make ${what}: HTTP ${status}${detail}`);
  return new OperationError('invalid-argument', `Pulsar refused ${what}: HTTP ${status}${detail}`);
}

/** What could not be reached at all. A broker whose certificate is not trusted is there: a repeat does not help. */
export function unreachable(what: string, cause: unknown): OperationError {
  const { code = '', message }: NodeJS.ErrnoException = cause instanceof Error ? cause : new Error(String(cause));
  const distrust = pulsarTlsFailure(cause);
  const text = `Pulsar cannot be reached for ${what} (${distrust ?? (message || code)})`;
  return new OperationError('unavailable', text, { cause, retryable: distrust === null });
}

function missing(reason: string, what: string): string {
  const [, tenant, channel] = /(?:non-)?persistent\/([^/]+)\/([^/]+)\//.exec(what) ?? [];
  if (tenant && /namespace|tenant|policies/i.test(reason)) return `Pulsar has no tenant ${tenant} with namespace ${channel}`;
  return `Pulsar has not what ${what} needs${reason ? ` (${reason})` : ''}`;
}

/** The sentence in the broker's HTML page or JSON. */
function reasonOf(body: string): string {
  const text = body.replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&');
  const [, reason] = /"(?:errorMsg|reason)":\s?"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  const [, title] = /<title>(?:Error \d+ )?([^<]*)<\/title>/.exec(text) ?? [];
  return (reason ?? title ?? '').trim().slice(0, 300);
}
