import { VersionConflict } from '@agent-mem/storage';
import neo4j from 'neo4j-driver';
import { describe, expect, it } from 'vitest';
import { isLost, isRetryable, refusalOf } from './refusal.ts';

const server = 'neo4j://host:7687';
const vendor = (code: string, message = 'said so') => new neo4j.Neo4jError(message, code, '', '', undefined, undefined);

describe('what the driver throws', () => {
  it.each([
    ['ServiceUnavailable', 'unavailable', true],
    ['SessionExpired', 'unavailable', true],
    ['Neo.TransientError.General.DatabaseUnavailable', 'unavailable', true],
    ['Neo.TransientError.Transaction.DeadlockDetected', 'aborted', true],
    ['Neo.TransientError.General.MemoryPoolOutOfMemoryError', 'resource-exhausted', true],
    ['Neo.ClientError.Schema.ConstraintValidationFailed', 'aborted', true],
    ['Neo.DatabaseError.Schema.ConstraintCreationFailed', 'failed-precondition', false],
    ['Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration', 'deadline-exceeded', true],
    ['Neo.ClientError.Security.Unauthorized', 'unauthenticated', false],
    ['Neo.ClientError.Security.Forbidden', 'permission-denied', false],
    ['Neo.ClientError.Database.DatabaseNotFound', 'failed-precondition', false],
    ['Neo.ClientError.Statement.SyntaxError', 'internal', false],
    ['', 'internal', false],
  ])('%s is %s', (code, type, retryable) => {
    const refusal = refusalOf(vendor(code), server, []);
    expect(refusal).toMatchObject({ type, retryable });
    expect(refusal.message).toMatch(/^Neo4j at neo4j:\/\/host:7687 .+: said so$/);
  });

  it('is told by the innermost reason, without the advice of the driver', () => {
    const inner = vendor('SessionExpired', 'Failed. Please ensure much. Caused by: connect ECONNREFUSED 127.0.0.1:1');
    const outer = Object.assign(vendor('ServiceUnavailable', 'Could not perform discovery. Known routing table: …'), {
      cause: inner,
    });
    expect(refusalOf(outer, server, []).message).toBe(
      'Neo4j at neo4j://host:7687 cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    );
  });

  it('over TLS says what this fleet can do about it', () => {
    const driver = 'Server certificate is not trusted. Use `neo4j.driver(.., { trustedCertificates })`. Socket responded with: ';
    const messageOf = (code: string) => refusalOf(vendor('ServiceUnavailable', `${driver}${code}`), server, []).message;
    const begin = 'Neo4j at neo4j://host:7687 cannot be reached: ';
    expect(messageOf('DEPTH_ZERO_SELF_SIGNED_CERT')).toBe(
      `${begin}its TLS is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): check GRAPH_CA_FILE`,
    );
    expect(messageOf('CERT_HAS_EXPIRED')).toMatch(`${begin}its certificate has expired`);
  });

  it('never repeats the password, in the message or in its cause', () => {
    const refusal = refusalOf(vendor('Neo.ClientError.Security.Unauthorized', 'not s3cret, s3cret'), server, ['s3cret', '']);
    expect(refusal.message).toBe(
      'Neo4j at neo4j://host:7687 refuses the credentials (set GRAPH_USER and GRAPH_PASSWORD): not …, …',
    );
    expect(String(refusal.cause)).not.toContain('s3cret');
  });

  it('is run again only where the driver says that it may succeed', () => {
    expect(isRetryable(vendor('Neo.TransientError.Transaction.DeadlockDetected'))).toBe(true);
    expect(isRetryable(vendor('Neo.ClientError.Schema.ConstraintValidationFailed'))).toBe(false);
    expect(isRetryable(new VersionConflict(['n']))).toBe(false);
    expect(isLost(vendor('ServiceUnavailable'))).toBe(true);
    expect(isLost(vendor('Neo.TransientError.Transaction.DeadlockDetected'))).toBe(false);
  });

  it('stays what it is when it is ours', () => {
    const conflict = new VersionConflict(['n']);
    expect(refusalOf(conflict, server, [])).toBe(conflict);
  });

  it('is no connection free, or no answer, when the pool gave up', () => {
    const waited = (active: number) =>
      new neo4j.Neo4jError(
        `Connection acquisition timed out in 9 ms. Pool status: Active conn count = ${active}, Idle conn count = 0.`,
        'N/A',
        '',
        '',
        undefined,
        undefined,
      );
    expect(refusalOf(waited(0), server, [])).toMatchObject({ type: 'unavailable' });
    expect(refusalOf(waited(10), server, [])).toMatchObject({ type: 'resource-exhausted' });
  });
});
