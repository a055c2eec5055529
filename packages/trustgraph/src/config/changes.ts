import { type FlowEntry, readFlowEntry, sameEntry, sameStrings, sameTopics } from '../flow-entry.ts';
import { type ConfigState, entriesOf, type FetchedPart } from './config-state.ts';

/** What has changed for a processor. A flow that is to use other queues disappears and appears. */
export type ConfigChange =
  | { readonly kind: 'flow-appeared'; readonly entry: FlowEntry }
  /** Only its parameters differ: what runs may go on. */
  | { readonly kind: 'flow-changed'; readonly entry: FlowEntry }
  | { readonly kind: 'flow-disappeared'; readonly entry: FlowEntry }
  /** The entries of a type in a workspace, all of them; none left is `{}`. */
  | {
      readonly kind: 'settings-changed';
      readonly type: string;
      readonly workspace: string;
      readonly entries: Readonly<Record<string, string>>;
    };

/** The flows a processor is to serve, and the entries that cannot be read. */
export interface WantedFlows {
  readonly entries: ReadonlyMap<string, FlowEntry>;
  readonly refused: ReadonlyMap<string, unknown>;
}

/** Names a flow among all workspaces. */
export function flowKey(workspace: string, flow: string): string {
  return JSON.stringify([workspace, flow]);
}

/** Reads the entries of the processor's type in every workspace. */
export function wantedFlows(state: ConfigState, processorType: string): WantedFlows {
  const entries = new Map<string, FlowEntry>();
  const refused = new Map<string, unknown>();
  for (const { workspace, entries: values } of state.parts.filter(({ type }) => type === processorType)) {
    for (const [flow, value] of Object.entries(values)) {
      try {
        entries.set(flowKey(workspace, flow), readFlowEntry(workspace, flow, value));
      } catch (error) {
        refused.set(flowKey(workspace, flow), error);
      }
    }
  }
  return { entries, refused };
}

/** From what runs to what is wanted: what goes comes first. A running flow whose entry can no longer be read goes on. */
export function flowChanges(running: ReadonlyMap<string, FlowEntry>, { entries, refused }: WantedFlows): readonly ConfigChange[] {
  const gone: ConfigChange[] = [];
  const come: ConfigChange[] = [];
  for (const [key, entry] of running) {
    const wanted = entries.get(key);
    if (wanted ? !sameTopics(entry, wanted) : !refused.has(key)) gone.push({ kind: 'flow-disappeared', entry });
  }
  for (const [key, entry] of entries) {
    const present = running.get(key);
    if (!present || !sameTopics(present, entry)) come.push({ kind: 'flow-appeared', entry });
    else if (!sameEntry(present, entry)) come.push({ kind: 'flow-changed', entry });
  }
  return [...gone, ...come];
}

/** The parts of all but the processor's type that differ. */
export function settingsChanges(before: ConfigState, after: ConfigState, processorType: string): readonly ConfigChange[] {
  const isSetting = ({ type }: FetchedPart) => type !== processorType;
  const gone = before.parts.filter((part) => isSetting(part) && !after.parts.some((other) => isSamePart(part, other)));
  const differing = after.parts.filter(
    (part) => isSetting(part) && !sameStrings(part.entries, entriesOf(before, part.type, part.workspace)),
  );
  return [...gone.map((part) => ({ ...part, entries: {} })), ...differing].map((part) => ({ kind: 'settings-changed', ...part }));
}

function isSamePart(one: FetchedPart, other: FetchedPart): boolean {
  return one.type === other.type && one.workspace === other.workspace;
}
