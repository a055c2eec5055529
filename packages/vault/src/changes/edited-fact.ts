import { canonicalJson, isJsonObject } from '@agent-mem/contract';
import type { JsonObject, JsonValue } from '@agent-mem/storage';
import type { VaultDocument } from '../document/document.ts';

/** What an edit changes of a fact, by the members of `facts.Update`. */
export interface FactEdit {
  readonly content?: string;
  readonly tags?: readonly string[];
  readonly metadata_json?: string;
  readonly confidence?: number;
  readonly valid_from?: string;
  readonly valid_to?: string;
  readonly clear?: readonly ('metadata' | 'tags' | 'valid_from' | 'valid_to' | 'confidence')[];
}

/** Members that an edit may change, and those that memory writes anew each time. */
const changeable = ['tags', 'confidence', 'valid_from', 'valid_to'] as const;
const derived: ReadonlySet<string> = new Set([
  'links',
  'version',
  'updated_at',
  'unreconciled',
  'scope',
  'metadata',
  'metadata_json',
]);
/** Members that memory gives a meaning; any other is a person's own, and becomes metadata. */
const known: ReadonlySet<string> = new Set([
  ...['id', 'role', 'conversation_id', 'created_at', 'status', 'replaced_by', 'properties'],
  ...['source', 'timestamp', 'visibility', 'trust', 'subject', 'predicate', 'object', 'evidence', 'key'],
  ...['quarantine_reason', 'merged_from', ...changeable, ...derived],
]);

/**
 * What an edited document says otherwise than the one that memory wrote.
 *
 * @returns what to change (nothing: `null`), or the members that cannot be changed by an edit.
 */
export function editedFact(
  before: VaultDocument,
  after: VaultDocument,
): { readonly edit: FactEdit | null } | { readonly fixed: readonly string[] } {
  const differs = (name: string) => !isSame(before.members[name], after.members[name]);
  const fixed = [...known].filter((name) => isFixed(name) && differs(name));
  if (fixed.length > 0) return { fixed };
  const changed = changeable.filter(differs);
  const given = Object.fromEntries(
    changed.flatMap((name) => (after.members[name] === undefined ? [] : [[name, after.members[name]]])),
  );
  const metadata = metadataOf(after.members);
  const changesMetadata = !isSame(metadataOf(before.members), metadata);
  const cleared = [
    ...changed.filter((name) => after.members[name] === undefined),
    ...(changesMetadata && Object.keys(metadata).length === 0 ? (['metadata'] as const) : []),
  ];
  const edit = {
    ...(after.body !== before.body && { content: after.body }),
    ...given,
    ...(changesMetadata && Object.keys(metadata).length > 0 && { metadata_json: JSON.stringify(metadata) }),
    ...(cleared.length > 0 && { clear: cleared }),
  };
  return { edit: Object.keys(edit).length === 0 ? null : edit };
}

/** A document with the members of another that an edit cannot change. */
export function withFixedMembersOf(other: VaultDocument, { members, body }: VaultDocument): VaultDocument {
  const own = Object.entries(members).filter(([name]) => !isFixed(name));
  const fixed = Object.entries(other.members).filter(([name]) => isFixed(name));
  return { members: Object.fromEntries([...own, ...fixed]), body };
}

function isFixed(name: string): boolean {
  return known.has(name) && !derived.has(name) && !changeable.some((each) => each === name);
}

/** The metadata of a fact's front matter, with the members that only a person gives a meaning. */
export function metadataOf(members: JsonObject): JsonObject {
  const { metadata_json, metadata } = members;
  const stored =
    typeof metadata_json === 'string' ? (JSON.parse(metadata_json) as JsonObject) : isJsonObject(metadata) ? metadata : {};
  const others = Object.entries(members).filter(([name]) => !known.has(name));
  return { ...stored, ...Object.fromEntries(others) };
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null);
}
