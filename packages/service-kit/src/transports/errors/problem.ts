import { STATUS_CODES } from 'node:http';
import { type ErrorType, type OperationError, tooLongSubtype, type WireError } from '@agent-mem/contract';

/** The HTTP status of each type of error. */
export const statusOf: Readonly<Record<ErrorType, number>> = {
  'invalid-argument': 400,
  'failed-precondition': 400,
  'out-of-range': 400,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  'already-exists': 409,
  aborted: 409,
  'resource-exhausted': 429,
  cancelled: 499,
  internal: 500,
  unimplemented: 501,
  unavailable: 503,
  'deadline-exceeded': 504,
};

/** The status of an `out-of-range` that is about a text, or a request as a whole, that is too long. */
export const tooLongStatus = 413;
/** Of `out-of-range` where the head of the request is too long: its headers, or what stands in its URL. */
export const longHeadStatus = 431;

/** The media type of every error over HTTP. */
export const problemType = 'application/problem+json; charset=utf-8';

/** An error over HTTP: the members of RFC 9457, and the error itself as every other way in has it. */
export interface Problem {
  /** Where the fleet's own reference page tells of this type; `about:blank`: the status says it all. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly error: WireError;
}

/** The status of an error. */
function httpStatus({ type, subtype }: OperationError): number {
  return type === 'out-of-range' && subtype === tooLongSubtype ? tooLongStatus : statusOf[type];
}

/** The error as a problem. Default status: that of its type; of any other status HTTP itself says what it means. */
export function problemOf(error: OperationError, status: number = httpStatus(error)): Problem {
  const isOfType = status === httpStatus(error);
  const type = isOfType ? `/docs#${error.type}` : 'about:blank';
  const title = isOfType ? titleOf(error.type) : (STATUS_CODES[status] ?? String(status));
  return { type, title, status, detail: error.message, error: error.toWire() };
}

/** What a client of HTTP/1.1 needs to send it: fastify's reply is one. */
interface ProblemReply {
  status(code: number): ProblemReply;
  type(mediaType: string): ProblemReply;
  send(payload: unknown): unknown;
}

/** Sends an error as its problem. Default status: that of its type. */
export function sendProblem(reply: ProblemReply, error: OperationError, status?: number): void {
  const problem = problemOf(error, status);
  // As text: what fastify serialises itself it labels as plain JSON.
  reply.status(problem.status).type(problemType).send(JSON.stringify(problem));
}

/** `Deadline exceeded` */
function titleOf(type: ErrorType): string {
  const words = type.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
