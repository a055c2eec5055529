import { type Scope, scopeOf, sha256 } from '@agent-mem/contract';
import {
  type GraphEdge,
  type GraphNode,
  type IdempotencyRecord,
  type NodeVersion,
  type NodeWrite,
  nodeOfWrite,
} from '@agent-mem/storage';
import { type Row, whole } from '../connection.ts';

/** Stands for "no ordinal" where nodes are ordered by it: Neo4j's indexes hold no nulls. */
export const noOrdinal = -1;

/** The members of a node `n`, as a map. */
export const nodeMembers = `n {.id, .kind, .status, .version, .weight, .conversationId, .ordinal, .validFrom, .validTo,
  .createdAt, .updatedAt, .dueAt, .indexedVersion, .properties}`;

/** The members of an edge `e`, as a map. */
export const edgeMembers = 'e {.id, .kind, .version, .weight, .createdAt, .properties, from: startNode(e).id, to: endNode(e).id}';

/** What a query answers of a node `n`. */
export const nodeColumns = `${nodeMembers} AS node`;

/** What a query answers of an edge `e`. */
export const edgeColumns = `${edgeMembers} AS edge`;

/** What a query answers of a recorded state `v`. */
export const versionColumns = 'v.version AS version, v.record AS record, v.recordedAt AS recordedAt, v.node AS node';

/** What a query answers of a stored reply `r`. */
export const replyColumns = 'r.operation AS operation, r.key AS key, r.requestHash AS requestHash, r.reply AS reply';

/** Of a row with `nodeColumns`. */
export function nodeOfRow({ node }: Row): GraphNode {
  // Written by `fieldsOf`, so a member holds what it is declared to.
  const row = node as Omit<GraphNode, 'properties'> & { readonly properties: string };
  return { ...row, properties: JSON.parse(row.properties) };
}

/** Of a row with `edgeColumns`. */
export function edgeOfRow({ edge }: Row): GraphEdge {
  const row = edge as Omit<GraphEdge, 'properties'> & { readonly properties: string };
  return { ...row, properties: JSON.parse(row.properties) };
}

/** Of a row with `versionColumns`. */
export function versionOfRow({ version, record, recordedAt, node }: Row): NodeVersion {
  return {
    version: Number(version),
    record: String(record),
    recordedAt: String(recordedAt),
    // Its own version is not known when it is written.
    node: { ...JSON.parse(String(node)), version: Number(version) },
  };
}

/** Of a row with `replyColumns`. */
export function replyOfRow({ operation, key, requestHash, reply }: Row): IdempotencyRecord {
  return {
    operation: String(operation),
    key: String(key),
    requestHash: String(requestHash),
    reply: JSON.parse(String(reply)),
  };
}

/** The properties of a written node in the database, but those that depend on the version before it. A null removes. */
export function fieldsOf(write: NodeWrite): Readonly<Record<string, unknown>> {
  const { id: _, version: __, ordinal, indexedVersion, properties, ...node } = nodeOfWrite(write, 0);
  return {
    ...node,
    ordinal: ordinal === null ? null : whole(ordinal),
    place: whole(ordinal ?? noOrdinal),
    indexedVersion: indexedVersion === null ? null : whole(indexedVersion),
    due: node.status === 'ACTIVE' ? node.dueAt : null,
    properties: JSON.stringify(properties),
    members: Object.entries(properties).flatMap(([member, value]) => memberText(member, value) ?? []),
  };
}

const longestMember = 100;

/**
 * A member of the properties and its value as one text that is equal for equal ones of the same type, which is all that `where` asks.
 * A list of them replaces in one piece, and takes any name; `null` for what `where` cannot ask for.
 */
export function memberText(member: string, value: unknown): string | null {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return null;
  const text = JSON.stringify([member, value]);
  // A long text is stored once, in the properties. No other member's text looks like a hash: they start with a bracket.
  return text.length <= longestMember ? text : `sha256:${sha256(text)}`;
}

/** The scope of a row with its three members. */
export function scopeOfRow(row: Row): Scope {
  return scopeOf({ workspace: String(row.workspace), user: String(row.user), collection: String(row.collection) });
}
