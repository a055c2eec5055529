import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request that has come, and its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const ofSockets = new WeakMap<Socket, Set<Exchange>>();
const none: ReadonlySet<Exchange> = new Set();

/** Counts an exchange among those of its connection until its answer is over. */
export function noteExchange(exchange: Exchange): void {
  const { request, response } = exchange;
  const exchanges = ofSockets.get(request.socket) ?? new Set();
  ofSockets.set(request.socket, exchanges.add(exchange));
  response.once('close', () => exchanges.delete(exchange));
}

/** The requests of a connection that wait for their answers, in the order in which they came. */
export function exchangesOf(socket: Socket): ReadonlySet<Exchange> {
  return ofSockets.get(socket) ?? none;
}

/** Whether an answer is waited for on a connection. It may begin before its request has arrived whole: a refusal does, and what streams both ways. */
export function isBusy(socket: Socket): boolean {
  return [...exchangesOf(socket)].some(({ request, response }) => request.complete || response.headersSent);
}
