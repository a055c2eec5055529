import { operationComment, operationFacts, permissions, serviceComment, shapeOf } from '@agent-mem/contract';
import { type Reader, readers } from '../reads/read-routes.ts';
import { type Route, routes } from '../routes.ts';
import { examples } from './examples.ts';
import { answerSchema } from './invoke-answer.ts';
import type { JsonSchema } from './json-schema.ts';
import { headerComponents, headersOf, readParameters } from './parameters.ts';
import { problemComponents, problemResponses, problemSchema } from './problems.ts';
import { type Schemas, schemasOf } from './schemas.ts';

/** What the document says of this fleet beside its contract. */
export interface DocumentOptions {
  readonly version: string;
  /** Nobody is asked for a credential. */
  readonly isOpen: boolean;
}

/** The OpenAPI 3.1 document of every operation that works, made from the contract. */
export function openApiDocument({ version, isOpen }: DocumentOptions): object {
  const shown = routes.filter(({ planned }) => !planned);
  const facts = shown.map(({ service, operation }) => operationFacts(service, operation));
  const schemas = schemasOf(
    facts.map(({ request }) => request),
    facts.map(({ response }) => response),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'agent-mem',
      version,
      summary: 'Memory for LLM agents: facts, episodes, conversations and working memory.',
      description: `Every request may name whose memory it is by workspace, user and collection; each is "default" where it is left out.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(shown.map(({ service }) => service))].map((name) => ({ name, description: serviceComment(name) })),
    paths: Object.fromEntries([...shown.map((route) => operationPath(route, schemas, isOpen)), ...readPaths(schemas, isOpen)]),
    components: {
      schemas: { ...schemas.all, InvokeAnswer: answerSchema(), Problem: problemSchema },
      parameters: headerComponents,
      responses: problemComponents(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: `A key of the fleet. Each operation names the permission that it needs: ${permissions.join(', ')}.`,
        },
      },
    },
  };
}

function operationPath({ service, operation, path, stream }: Route, schemas: Schemas, isOpen: boolean): [string, object] {
  const facts = operationFacts(service, operation);
  const example = examples[`${service}.${operation}`];
  const schema = { $ref: `#/components/schemas/${schemas.requestName(facts.request)}` };
  const post = {
    operationId: `${service.replaceAll('-', '_')}_${operation}`,
    tags: [service],
    ...sentences(operationComment(service, operation)),
    security: security(facts.permission, isOpen),
    parameters: headersOf(facts),
    // An empty body is the empty object.
    requestBody: {
      required: hasRequired(facts.request),
      content: { 'application/json': { schema, ...(example ? { example } : {}) } },
    },
    responses: { 200: stream ? streamResponse : jsonResponse(schemas.responseName(facts.response)), ...problemResponses() },
  };
  return [path, { post }];
}

function readPaths(schemas: Schemas, isOpen: boolean): [string, object][] {
  return [...readers].map(([service, those]) => [`/v1/${service}/{id}`, { get: readOperation(those, schemas, isOpen) }]);
}

/** Of several that take ids of different kinds, the parameters of the one that takes any name, and an answer of either. */
function readOperation(those: readonly Reader[], schemas: Schemas, isOpen: boolean): object {
  const main = those.find(({ prefix }) => prefix === null) ?? those[0];
  if (!main) throw new Error('A service that reads by names has an operation for it');
  const { service } = main;
  const factsOf = ({ operation }: Reader) => operationFacts(service, operation);
  const answers = those.map((reader) => ({ $ref: `#/components/schemas/${schemas.responseName(factsOf(reader).response)}` }));
  const { request, permission } = factsOf(main);
  return {
    operationId: `${service.replaceAll('-', '_')}_read`,
    tags: [service],
    ...sentences(those.map(({ operation }) => operationComment(service, operation)).join(' ')),
    security: security(permission, isOpen),
    parameters: [...readParameters(request, main.member), ...headersOf({ command: false })],
    responses: {
      200: {
        description: 'Its answer.',
        content: { 'application/json': { schema: answers.length === 1 ? answers[0] : { anyOf: answers } } },
      },
      ...problemResponses(),
    },
  };
}

function hasRequired(message: string): boolean {
  return shapeOf(message).fields.some(({ rules }) => rules.required);
}

/** The first sentence is the summary. */
function sentences(comment: string): { readonly summary: string; readonly description: string } {
  const text = comment.replaceAll('\n', ' ');
  return { summary: /^.*?[.:](?= |$)/.exec(text)?.[0] ?? text, description: text };
}

function security(permission: string, isOpen: boolean): readonly object[] {
  return [...(isOpen ? [{}] : []), { bearer: [permission] }];
}

function jsonResponse(message: string): object {
  const schema: JsonSchema = { $ref: `#/components/schemas/${message}` };
  return { description: 'The answer.', content: { 'application/json': { schema } } };
}

const streamResponse = {
  description: 'The answer; with Accept: text/event-stream its frames as they come.',
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/InvokeAnswer' } },
    'text/event-stream': {
      schema: {
        type: 'string',
        description:
          'Server-sent events: event is the type of a frame, id its place from 0, data the frame (AgentResponse) as JSON.',
      },
    },
  },
};
