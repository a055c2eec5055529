import { type CreateNodeRequest, canonicalId, newId, OperationError } from '@agent-mem/contract';
import { type CodePlace, codeUnitId } from '@agent-mem/service-kit';
import { type GraphNode, type JsonObject, type NodeWrite, storedMembers } from '@agent-mem/storage';
import { type CreatedKind, parsedProperties } from './created-kinds.ts';

const storedCode = storedMembers<CodePlace>(null, { file: null, symbol: null, start_line: null, end_line: null, commit: null });

const prefixes = { CodeUnit: 'code', Entity: 'ent' } as const;

/** The node that a request makes, which must not be there yet. `now`: milliseconds since 1970. */
export function createdNode(kind: CreatedKind, request: CreateNodeRequest, now: number): NodeWrite {
  const properties = parsedProperties(kind, request.properties);
  const at = new Date(now).toISOString();
  return {
    id: request.id ? givenId(kind, request.id) : ownId(kind, properties, now),
    kind,
    weight: request.weight,
    indexedVersion: 0,
    createdAt: at,
    updatedAt: at,
    properties: request.content === '' ? properties : { ...properties, content: request.content },
    expectedVersion: 0,
  };
}

/** Whether a node holds what a request would store. Its weight may have changed since. */
export function isSameContent(seen: GraphNode, made: NodeWrite): boolean {
  const own = { ...seen.properties, made_by: undefined };
  const names = new Set([...Object.keys(own), ...Object.keys(made.properties)]);
  const isSame = (name: string) => JSON.stringify(own[name as keyof typeof own]) === JSON.stringify(made.properties[name]);
  return seen.kind === made.kind && [...names].every(isSame);
}

function givenId(kind: CreatedKind, text: string): string {
  const id = canonicalId(prefixes[kind], text);
  if (id !== null) return id;
  throw new OperationError(
    'invalid-argument',
    `create_node.id: must be a UUID, alone or behind ${prefixes[kind]}_, for a ${kind}`,
  );
}

function ownId(kind: CreatedKind, properties: JsonObject, now: number): string {
  return kind === 'CodeUnit' ? codeUnitId(storedCode.read(properties)) : newId('ent', now);
}
