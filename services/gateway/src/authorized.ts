import { type Access, type AuthorizedRequest, noteEnd, type Visit, type Visitor } from '@agent-mem/access';
import { msSinceArrival } from '@agent-mem/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nameHeader } from './name-header.ts';
import { endOf } from './reply-end.ts';
import { pathOf, type Route } from './routes.ts';

/** Which operation a request asks. */
type AskedOperation = Pick<Route, 'service' | 'operation'>;

const visitorName = 'visitor';

/** Has each request's credential checked before its body is read. `authenticate`: where it stands elsewhere than in `Authorization`. */
export function authenticateFirst(
  app: FastifyInstance,
  access: Access,
  authenticate = (request: FastifyRequest): Promise<Visitor> => access.authenticate(visitOf(request, 'http')),
): void {
  app.decorateRequest(visitorName, null);
  app.addHook('onRequest', async (request) => request.setDecorator(visitorName, await authenticate(request)));
}

/** Who asks by this request, as far as it says so. */
export function visitOf({ headers, ip, raw }: Pick<FastifyRequest, 'headers' | 'ip' | 'raw'>, door: Visit['door']): Visit {
  const length = headers['content-length'];
  return {
    authorization: headers.authorization ?? null,
    actingFor: nameHeader(raw, 'X-User'),
    from: ip,
    door,
    ...(length !== undefined && { bytes: Number(length) }),
    ...waitOf({ headers, raw }),
  };
}

/** How long its caller waits from now; nothing where it does not say, or says it in a way that its route refuses. */
function waitOf({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): Pick<Visit, 'waitsMs'> {
  const ms = Number(headers['x-timeout-ms'] || Number.NaN);
  return Number.isFinite(ms) ? { waitsMs: Math.max(0, ms - msSinceArrival(raw)) } : {};
}

/** What the request asks, as its caller may ask it, which says how it ended, when it may begin. Rejects with why it may not. */
export function authorized(
  request: FastifyRequest,
  { service, operation }: AskedOperation,
  body: object,
): Promise<AuthorizedRequest> {
  return request.getDecorator<Visitor>(visitorName).authorize(service, operation, body);
}

/** Answers what the request asks once its caller may ask for that, and notes how it ended. */
export async function answerAuthorized(
  request: FastifyRequest,
  { service, operation }: AskedOperation,
  body: object,
  answer: (body: object) => Promise<object>,
): Promise<object> {
  const asked = await authorized(request, { service, operation }, body);
  return noteEnd(asked, () => answer(asked.request));
}

/** Checks and counts a request that is passed on to another server until its reply is over. Answers who asks memory for it. Rejects with why it may not be passed on. */
export async function passedBy(
  request: FastifyRequest,
  reply: FastifyReply,
  { user, bytes, isStream }: { readonly user: string | undefined; readonly bytes: number; readonly isStream: boolean },
): Promise<Visitor> {
  const name = `${request.method} ${pathOf(request.url)}`;
  const asked = { name, permission: 'read', request: user === undefined ? {} : { user }, bytes, isStream } as const;
  const { visitor, ended } = await visitorOf(request).pass(asked);
  void endOf(reply).over.then(ended);
  return visitor;
}

/** Who sent a request that was let in. */
export function visitorOf(request: FastifyRequest): Visitor {
  return request.getDecorator<Visitor>(visitorName);
}
