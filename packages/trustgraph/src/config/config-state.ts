import type { ConfigPush } from '../messages/config.ts';

/** The entries of one type in one workspace: text by key. */
export type Entries = Readonly<Record<string, string>>;

/** A type in a workspace: what is fetched in one request. */
export interface Part {
  readonly type: string;
  readonly workspace: string;
}

/** A part, with what is in it now. */
export interface FetchedPart extends Part {
  readonly entries: Entries;
}

/** All parts that have something in them. */
export interface Snapshot {
  /** The least version of an answer: what changed after that may be missing. */
  readonly version: number;
  readonly workspaces: readonly string[];
  readonly parts: readonly FetchedPart[];
}

/** What is known of TrustGraph's configuration. */
export interface ConfigState {
  /** Of the last change applied; -1 before the first fetch. */
  readonly version: number;
  readonly workspaces: ReadonlySet<string>;
  /** Workspaces deleted since the start: entries that they leave behind do not count. */
  readonly deleted: ReadonlySet<string>;
  readonly parts: readonly FetchedPart[];
}

/** Nothing is known yet. */
export const unknownConfig: ConfigState = { version: -1, workspaces: new Set(), deleted: new Set(), parts: [] };

/** What a poke asks for: nothing, everything again, or the parts it names (`state` is what holds until they are fetched). */
export type PokeConsequence =
  | { readonly fetch: 'nothing' }
  | { readonly fetch: 'all' }
  | { readonly fetch: 'parts'; readonly state: ConfigState; readonly parts: readonly Part[] };

/**
 * What follows from a poke. A version that is not above the last one is old news; one that leaves a gap says that a poke was missed, and one
 * without `changes` (before 2.4) does not say what changed: all is fetched again. Workspaces come and go before their entries do.
 */
export function afterPoke(state: ConfigState, poke: ConfigPush, types: readonly string[]): PokeConsequence {
  if (poke.version <= state.version) return { fetch: 'nothing' };
  if (!poke.changes || poke.version > state.version + 1) return { fetch: 'all' };
  const { created = [], deleted = [] } = poke.workspace_changes ?? {};
  const next = withWorkspaces(state, created, deleted);
  const ofCreated = created.flatMap((workspace) => types.map((type) => ({ type, workspace })));
  const ofChanges = types.flatMap((type) => (poke.changes?.[type] ?? []).map((workspace) => ({ type, workspace })));
  const parts = Map.groupBy([...ofCreated, ...ofChanges].filter(isServed), ({ type, workspace }) =>
    JSON.stringify([type, workspace]),
  );
  return {
    fetch: 'parts',
    state: { ...next, version: poke.version },
    parts: [...parts.values()].flatMap(([part]) => part ?? []),
  };
}

/** All as it was fetched. Its version counts even when it is lower: the service's is the truth. */
export function withSnapshot(state: ConfigState, { version, workspaces, parts }: Snapshot): ConfigState {
  const present = new Set(workspaces);
  const deleted = without(state.deleted, present);
  return { version, workspaces: present, deleted, parts: parts.filter((part) => isServed(part) && !deleted.has(part.workspace)) };
}

/** These parts as they were fetched, all others as they are: a change of one type says nothing of another. */
export function withParts(state: ConfigState, fetched: readonly FetchedPart[]): ConfigState {
  const isFetched = (part: Part) => fetched.some(({ type, workspace }) => type === part.type && workspace === part.workspace);
  const present = fetched.filter(({ workspace }) => !state.deleted.has(workspace));
  return { ...state, parts: [...state.parts.filter((part) => !isFetched(part)), ...present] };
}

/** The entries of a type in a workspace; none where there is nothing. */
export function entriesOf(state: ConfigState, type: string, workspace: string): Entries {
  return state.parts.find((part) => part.type === type && part.workspace === workspace)?.entries ?? {};
}

function withWorkspaces(state: ConfigState, created: readonly string[], deleted: readonly string[]): ConfigState {
  const gone = new Set(deleted);
  const come = new Set(created);
  return {
    ...state,
    workspaces: without(new Set([...state.workspaces, ...come]), gone),
    deleted: new Set([...without(state.deleted, come), ...gone]),
    parts: state.parts.filter(({ workspace }) => !gone.has(workspace)),
  };
}

/** Names with a leading underscore are TrustGraph's own: templates, system, the list of workspaces. */
function isServed({ workspace }: Part): boolean {
  return !workspace.startsWith('_');
}

function without(names: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...names].filter((name) => !others.has(name)));
}
