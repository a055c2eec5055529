import { conversationNodeId, isJsonObject } from '@agent-mem/contract';
import { everyStatus, type GraphNode, type JsonObject, type JsonValue, type NodeKind, type Status } from '@agent-mem/storage';
import { bareId, nodeId } from '../layout/entry-id.ts';
import { readDocument, type VaultDocument } from './document.ts';
import { lineOfMember } from './line-of-member.ts';
import { MalformedFile } from './malformed-file.ts';

/** What a file holds of a node: all but its weight and what maintenance notes. */
export type EntryNode = Omit<GraphNode, 'weight' | 'dueAt' | 'indexedVersion'>;

/** Members of every entry; the others are properties of its node. */
const own = [
  'id',
  'role',
  'conversation_id',
  'created_at',
  'summary_kind',
  'status',
  'replaced_by',
  'version',
  'updated_at',
  'valid_from',
  'valid_to',
  'position',
  'scope',
  'links',
  'properties',
] as const;
const ownNames: ReadonlySet<string> = new Set(own);
/** Properties that have members of another name, or are the text. */
const elsewhere: ReadonlySet<string> = new Set(['content', 'tier', 'replaced_by']);

/** The document of a node. What says nothing is left out. `added` stands last, and is no part of the node. */
export function documentOfNode(node: EntryNode, added: JsonObject = {}): VaultDocument {
  const { properties } = node;
  const isMessage = node.kind === 'Message';
  const others = Object.entries(properties).filter(([name]) => !elsewhere.has(name) && !(isMessage && name === 'role'));
  const members: Record<string, JsonValue | undefined> = {
    id: node.kind === 'Conversation' ? (node.conversationId ?? node.id) : bareId(node.id),
    role: roleOf(node),
    conversation_id: node.conversationId,
    created_at: node.createdAt,
    summary_kind: properties.tier,
    status: node.status === 'ACTIVE' ? undefined : node.status,
    replaced_by: typeof properties.replaced_by === 'string' ? bareId(properties.replaced_by) : properties.replaced_by,
    version: node.version,
    updated_at: node.updatedAt === node.createdAt ? undefined : node.updatedAt,
    valid_from: node.validFrom,
    valid_to: node.validTo,
    position: node.ordinal === properties.ordinal ? undefined : node.ordinal,
    ...Object.fromEntries(others.filter(([name]) => !ownNames.has(name))),
    properties: Object.fromEntries(others.filter(([name]) => ownNames.has(name))),
    ...added,
  };
  const saying = Object.entries(members).filter((member): member is [string, JsonValue] => says(member[1]));
  return { members: Object.fromEntries(saying), body: String(properties.content ?? '') };
}

/** The node of a file's text. Throws `MalformedFile` with the line of what is wrong. */
export function readEntry(text: string): EntryNode {
  const document = readDocument(text);
  try {
    return nodeOfDocument(document);
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    const [, name = ''] = /^(\w+):/.exec(error.message) ?? [];
    throw new MalformedFile(lineOfMember(text, name) ?? error.line, error.message);
  }
}

/** The same; `null`: the text is no entry. */
export function entryIn(text: string): EntryNode | null {
  try {
    return readEntry(text);
  } catch (error) {
    if (error instanceof MalformedFile) return null;
    throw error;
  }
}

/** The node that a document is of. Throws `MalformedFile` where a member that every entry has is missing or of another form. */
export function nodeOfDocument({ members, body }: VaultDocument): EntryNode {
  const role = textOf(members, 'role');
  const kind = kindOfRole(role);
  const id = textOf(members, 'id');
  const conversationId = members.conversation_id === undefined ? null : textOf(members, 'conversation_id');
  const createdAt = timeOf(members, 'created_at');
  const { summary_kind, replaced_by, properties: clashing } = members;
  const others = Object.entries(members).filter(([name]) => !ownNames.has(name));
  const properties: Record<string, JsonValue> = {
    ...(kind === 'Message' && { role }),
    ...(kind !== 'Conversation' && { content: body }),
    ...(summary_kind !== undefined && { tier: summary_kind }),
    ...(typeof replaced_by === 'string' && { replaced_by: nodeId(kind, replaced_by) }),
    ...Object.fromEntries(others),
    ...(isJsonObject(clashing) && clashing),
  };
  const { ordinal } = properties;
  return {
    id: kind === 'Conversation' ? conversationNodeId(id) : nodeId(kind, id),
    kind,
    status: statusOf(members),
    version: countOf(members, 'version') ?? 1,
    conversationId: kind === 'Conversation' ? id : conversationId,
    ordinal: countOf(members, 'position') ?? (kind === 'Message' && typeof ordinal === 'number' ? ordinal : null),
    validFrom: members.valid_from === undefined ? null : timeOf(members, 'valid_from'),
    validTo: members.valid_to === undefined ? null : timeOf(members, 'valid_to'),
    createdAt,
    updatedAt: members.updated_at === undefined ? createdAt : timeOf(members, 'updated_at'),
    properties,
  };
}

function roleOf({ kind, properties }: Pick<EntryNode, 'kind' | 'properties'>): string {
  switch (kind) {
    case 'Fact':
      return 'memory';
    case 'ConversationSummary':
      return 'summary';
    case 'Conversation':
      return 'conversation';
    default:
      return String(properties.role ?? 'user');
  }
}

function kindOfRole(role: string): NodeKind {
  switch (role) {
    case 'memory':
      return 'Fact';
    case 'summary':
      return 'ConversationSummary';
    case 'conversation':
      return 'Conversation';
    case 'user':
    case 'assistant':
    case 'system':
    case 'tool':
      return 'Message';
    default:
      throw new MalformedFile(1, `role: must be memory, user, assistant, system, tool, summary or conversation, got "${role}"`);
  }
}

function says(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function textOf(members: JsonObject, name: string): string {
  const value = members[name];
  // YAML reads a name of digits as a number.
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new MalformedFile(1, `${name}: is required, and must be a text`);
}

function timeOf(members: JsonObject, name: string): string {
  const text = textOf(members, name);
  if (!Number.isNaN(Date.parse(text))) return text;
  throw new MalformedFile(1, `${name}: must be a time such as 2026-01-31T12:00:00.000Z, got "${text}"`);
}

function countOf(members: JsonObject, name: string): number | null {
  const value = members[name];
  if (value === undefined) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new MalformedFile(1, `${name}: must be a whole number, got ${JSON.stringify(value)}`);
}

function statusOf({ status = 'ACTIVE' }: JsonObject): Status {
  const known = everyStatus.find((each) => each === status);
  if (known) return known;
  throw new MalformedFile(1, `status: must be one of ${everyStatus.join(', ')}, got ${JSON.stringify(status)}`);
}
