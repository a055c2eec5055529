import { schemaProblem } from '@agent-mem/agent-loop';
import { membersOf } from '@agent-mem/contract';
import type { OpenApiDocument } from './read-document.ts';
import { selfContained } from './self-contained.ts';

type Members = Readonly<Record<string, unknown>>;

/** Where a parameter stands in a request. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}

/** An operation that can be asked. */
export interface Operation {
  /** Its operationId; without one its method and path. */
  readonly name: string;
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly hasBody: boolean;
  readonly schema: Members;
}

/** The operations of a document, and a sentence about each that is left out. */
export interface OperationListing {
  readonly operations: readonly Operation[];
  readonly leftOut: readonly string[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head'] as const;
const mostOperations = 512;
const longestDescription = 1_000;
const places: ReadonlySet<unknown> = new Set(['path', 'query', 'header']);

/** Reads every operation; one that is wrong costs no other. */
export function readOperations(document: OpenApiDocument): OperationListing {
  const operations: Operation[] = [];
  const leftOut: string[] = [];
  for (const [path, item] of Object.entries(membersOf(document.root.paths))) {
    const members = document.resolved(item);
    for (const method of methods) {
      if (members[method] === undefined) continue;
      const operation = membersOf(members[method]);
      const name = typeof operation.operationId === 'string' ? operation.operationId : `${method}${path}`;
      const parameters = [...listOf(members.parameters), ...listOf(operation.parameters)];
      try {
        if (operations.length >= mostOperations) throw new Error(`is not among the first ${mostOperations}`);
        operations.push({ name, method: method.toUpperCase(), path, ...formOf({ ...operation, parameters }, document) });
      } catch (cause) {
        leftOut.push(`${name}: ${(cause as Error).message}`);
      }
    }
  }
  return {
    operations: operations.map((each) => ({ ...each, description: each.description || `${each.method} ${each.path}` })),
    leftOut,
  };
}

function formOf(operation: Members, document: OpenApiDocument): Omit<Operation, 'name' | 'method' | 'path'> {
  const known = new Map<string, Parameter>();
  const properties: Record<string, unknown> = {};
  const required = new Set<string>();
  for (const each of listOf(operation.parameters)) {
    const parameter = document.resolved(each);
    if (typeof parameter.name !== 'string' || !places.has(parameter.in)) continue;
    const { name, schema, description } = parameter;
    known.set(name, { name, in: parameter.in as Parameter['in'] });
    properties[name] = { ...membersOf(schema), ...(typeof description === 'string' && { description }) };
    if (parameter.required === true || parameter.in === 'path') required.add(name);
  }
  const body = document.resolved(operation.requestBody);
  const content = membersOf(body.content);
  const hasBody = Object.keys(content).length > 0;
  if (hasBody) {
    if (content['application/json'] === undefined) throw new Error('takes no JSON');
    if (known.has('body')) throw new Error('has a parameter that is called body');
    properties.body = membersOf(content['application/json']).schema ?? {};
    if (body.required === true) required.add('body');
  }
  const whole = { type: 'object', properties, required: [...required], additionalProperties: false };
  const schema = selfContained(whole, document);
  const problem = schemaProblem(schema);
  if (problem !== null) throw new Error(problem);
  const said = [operation.summary, operation.description].filter((text) => typeof text === 'string').join('. ');
  const description = said.replace(/\s+/g, ' ').trim().slice(0, longestDescription).toWellFormed();
  return { description, parameters: [...known.values()], hasBody, schema };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
