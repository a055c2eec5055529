import { OperationError } from '@agent-mem/contract';
import { addressForm } from '@agent-mem/runtime';

/** Where a Redis answers, and who asks. */
export interface Address {
  /** Several: the nodes of a cluster to ask first. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly isCluster: boolean;
  readonly isEncrypted: boolean;
  readonly database: number;
  readonly user: string;
  readonly password: string;
}

const shape = /^(rediss?):\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/(\d*))?(?:\?cluster=(true|false))?$/;
const node = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/;

const { decoded, malformed } = addressForm(
  'must be redis://host:port or rediss://host:port, with /database, user:password@ and, for a cluster, host:port,host:port or ?cluster=true',
);

/**
 * Reads `redis://user:password@host:port/0`, or `rediss://` for TLS. Several hosts with commas between them, or `?cluster=true`, mean
 * a Redis Cluster. Throws `invalid-argument`; the message never repeats what may hold a password.
 */
export function addressOf(url: string): Address {
  const [, scheme = '', credentials = '', hosts = '', database = '', cluster] = shape.exec(url) ?? [];
  const nodes = hosts.split(',').flatMap((text) => {
    const [, bracketed, plain, port] = node.exec(text) ?? [];
    const host = bracketed ?? plain;
    return host === undefined || Number(port ?? 1) > 65_535 ? [] : [{ host, port: Number(port ?? 6379) }];
  });
  if (nodes.length !== hosts.split(',').length) throw malformed();
  const isCluster = cluster === undefined ? nodes.length > 1 : cluster === 'true';
  if (!isCluster && nodes.length > 1) throw new OperationError('invalid-argument', 'several hosts are a cluster');
  if (isCluster && Number(database) > 0) throw new OperationError('invalid-argument', 'a Redis Cluster has database 0 only');
  const colon = credentials.indexOf(':');
  return {
    nodes,
    isCluster,
    isEncrypted: scheme === 'rediss',
    database: Number(database),
    user: decoded(colon < 0 ? credentials : credentials.slice(0, colon)),
    password: decoded(colon < 0 ? '' : credentials.slice(colon + 1)),
  };
}
