import { errorTypes, OperationError } from '@agent-mem/contract';
import { longHeadStatus, problemOf, statusOf, tooLongStatus } from '@agent-mem/service-kit';
import type { JsonSchema } from './json-schema.ts';

/** An error over HTTP. */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'An error, as RFC 9457 has it, with the error as every other way in has it.',
  properties: {
    type: {
      type: 'string',
      format: 'uri-reference',
      description: 'Where the reference page tells of this type; about:blank: the status says it all.',
    },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'Names the field or the thing, and what to do.' },
    error: {
      type: 'object',
      properties: {
        type: { type: 'string', enum: [...errorTypes] },
        message: { type: 'string' },
        retryable: { type: 'boolean', description: 'The same request may succeed later.' },
        subtype: {
          type: 'string',
          description: 'too-long, of out-of-range: a text or the whole request is longer than it may be.',
        },
      },
      required: ['type', 'message', 'retryable'],
    },
  },
  required: ['type', 'title', 'status', 'detail', 'error'],
};

const statuses = [...new Set([...Object.values(statusOf), tooLongStatus, longHeadStatus])].toSorted((a, b) => a - b);
const problemBody = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

/** Every status that an operation may refuse with, and the types that have it. */
export function problemResponses(): Readonly<Record<string, object>> {
  return Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/Problem${status}` }]));
}

/** Those by their names. */
export function problemComponents(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    statuses.map((status) => [`Problem${status}`, { description: describe(status), content: problemBody }]),
  );
}

function describe(status: number): string {
  if (status === tooLongStatus) return 'out-of-range: the body or a text is too long';
  if (status === longHeadStatus) return 'out-of-range: the headers or the URL are too long';
  return errorTypes.filter((type) => problemOf(new OperationError(type, '')).status === status).join(', ');
}
