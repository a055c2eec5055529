import type { RequestListener, Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import { OperationError } from '@agent-mem/contract';
import fastify, { type FastifyInstance } from 'fastify';
import type { Address } from './address.ts';
import { type Admission, mostWaiting, openAdmission } from './admission/admission.ts';
import { createGatedServer } from './admission/gated-server.ts';
import type { Certificate } from './certificate.ts';
import { sendFrameworkError } from './errors/framework-error.ts';
import { sendProblem } from './errors/problem.ts';
import { refuseUnreadable } from './errors/unreadable-request.ts';
import { watchConnections } from './http-connections.ts';

/** Where a process says whether it is ready. The short one is what a person types. */
export const readyPaths = ['/health/ready', '/health'] as const;

/**
 * The part of an HTTP server that listens before the routes are there: it answers for health, and refuses all else as `unavailable`. Disposing refuses
 * connections from then on, waits for the running requests, and cuts them after `cutAfterMs`.
 */
export interface HttpFront extends AsyncDisposable {
  /** With the number that a name stands for. */
  readonly address: Address;
  readonly server: Server;
  /** From now on this answers every request. */
  handOver(answer: RequestListener): void;
}

/** Listens. `reasons` says what the start waits for. Rejects with the system's error when it cannot. */
export async function openHttpFront(
  { host, port }: Address,
  {
    reasons,
    cutAfterMs,
    certificate = null,
    admission = null,
  }: {
    readonly reasons: () => readonly string[];
    readonly cutAfterMs: number;
    readonly certificate?: Certificate | null;
    /** `null`: everything is taken. */
    readonly admission?: Admission | null;
  },
): Promise<HttpFront> {
  // What is asked while it closes is refused by those whose routes they are.
  const app = serverFor(certificate, admission);
  const connections = watchConnections(app.server);
  let answer: RequestListener | null = null;
  app.addHook('onRequest', (request, reply, next) => {
    if (answer) {
      reply.hijack();
      answer(request.raw, reply.raw);
      // Before its body is read: no route is there to say what it may be.
    } else if (request.is404) sendProblem(reply, isStarting());
    else next();
  });
  app.get('/health/live', async () => ({ live: true }));
  for (const path of readyPaths)
    app.get(path, async (_request, reply) => reply.status(503).send({ ready: false, reasons: reasons() }));
  await app.listen({ host, port, backlog: mostWaiting });
  const bound = app.server.address();
  return {
    address: typeof bound === 'object' && bound ? { host: bound.address, port: bound.port } : { host, port },
    server: app.server,
    handOver(next) {
      answer = next;
    },
    async [Symbol.asyncDispose]() {
      connections.cutUnanswered();
      const cut = setTimeout(() => app.server.closeAllConnections(), cutAfterMs);
      await app.close();
      clearTimeout(cut);
    },
  };
}

function serverFor(certificate: Certificate | null, admission: Admission | null): FastifyInstance {
  const gate = { admission: admission ?? openAdmission, certificate };
  const app = fastify({
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: refuseUnreadable,
    serverFactory: (answer) => createGatedServer(answer, gate),
  });
  const { server } = app;
  if (server instanceof TlsServer) certificate?.onChange((pair) => server.setSecureContext(pair));
  return app;
}

/** What a request is refused with that comes before its service. */
export function isStarting(): OperationError {
  return new OperationError('unavailable', 'The service is starting; /health/ready says what it waits for');
}
