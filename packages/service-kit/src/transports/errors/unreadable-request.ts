import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { OperationError, tooLong } from '@agent-mem/contract';
import { longHeadStatus, problemOf, problemType } from './problem.ts';

/** Answers what is no request of HTTP, or has not arrived in time, and closes its connection: nothing that comes on it later could be read. */
export function refuseUnreadable({ code }: Error & { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const [status, error] = refusalOf(code);
  const body = JSON.stringify(problemOf(error, status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

function refusalOf(code: string | undefined): readonly [status: number, OperationError] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, new OperationError('deadline-exceeded', 'The request has not arrived in time; send it again')];
    case 'HPE_HEADER_OVERFLOW':
      return [longHeadStatus, tooLong('The head of the request is too long')];
    default:
      return [400, new OperationError('invalid-argument', 'This is no request of HTTP/1.1')];
  }
}
