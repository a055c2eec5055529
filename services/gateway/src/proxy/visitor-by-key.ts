import { type Access, Refusal, type Visitor } from '@agent-mem/access';
import { OperationError } from '@agent-mem/contract';
import type { FastifyRequest } from 'fastify';
import { visitOf } from '../authorized.ts';
import { keyHeader } from './path-key.ts';

/** Who asks by the fleet's own key, in a header of its own: `Authorization` is the upstream's here. */
export async function visitorByKey(access: Access, request: FastifyRequest): Promise<Visitor> {
  const key = request.headers[keyHeader];
  const authorization = typeof key === 'string' && key !== '' ? `Bearer ${key}` : null;
  return access.authenticate({ ...visitOf(request, 'http'), authorization }).catch(inItsWords);
}

function inItsWords(cause: unknown): never {
  if (!(cause instanceof Refusal) || cause.type !== 'unauthenticated') throw cause;
  const isKey = cause.reason !== 'no-credential' && cause.reason !== 'malformed';
  const fault = isKey
    ? cause.message.replace(/^Authorization: /, '')
    : 'must be a key of this fleet (agent-mem keys create makes one); it may stand in the path: /k/<key>/v1/…';
  throw new OperationError('unauthenticated', `X-Agent-Mem-Key: ${fault}`, { cause });
}

/**
 * Whose memory a request is for, where its body names a user whom its caller may act for; otherwise `undefined`: the credential decides. A text that can be no name
 * stays what it is, which memory refuses: users with such names would share the memory of `default`.
 */
export function namedUser({ principal }: Visitor, request: FastifyRequest, user: string | null): string | undefined {
  if (user === null || user === '' || request.headers['x-user']) return undefined;
  const users = principal?.users ?? null;
  return users === null || users.includes(user) ? user : undefined;
}
