import type { JsonSchema } from './json-schema.ts';
import { shapesOf } from './json-schema.ts';
import { requestSchemaOf } from './request-schema.ts';
import { responseSchemaOf } from './response-schema.ts';

/** The schemas of the messages that operations carry, and how each is called as part of a request and of an answer. */
export interface Schemas {
  readonly requestName: (message: string) => string;
  readonly responseName: (message: string) => string;
  readonly all: Readonly<Record<string, JsonSchema>>;
}

/** Of these requests and answers, and of what is within them. A message that both have is called `…Input` in requests, which take less than answers have. */
export function schemasOf(requests: readonly string[], responses: readonly string[]): Schemas {
  const asked = new Set(requests.flatMap((message) => [...shapesOf(message)]));
  const answered = new Set(responses.flatMap((message) => [...shapesOf(message)]));
  const requestName = (message: string) => (answered.has(message) ? `${message}Input` : message);
  const responseName = (message: string) => message;
  const all = [
    ...[...asked].map((message) => [requestName(message), requestSchemaOf(message, requestName)] as const),
    ...[...answered].map((message) => [message, responseSchemaOf(message, responseName)] as const),
  ];
  return { requestName, responseName, all: Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}
