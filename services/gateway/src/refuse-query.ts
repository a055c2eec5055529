import { OperationError } from '@agent-mem/contract';
import type { FastifyRequest } from 'fastify';

/** Refuses a member of the request that stands in the URL. Ignored, `?user=anne` would store in the memory of another user. */
export async function refuseQuery({ query }: Pick<FastifyRequest, 'query'>): Promise<void> {
  const [name] = Object.keys(query as object);
  if (name !== undefined) throw new OperationError('invalid-argument', `${name}: stands in the URL; put it into the body`);
}
