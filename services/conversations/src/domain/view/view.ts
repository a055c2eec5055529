import { ascending } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';

/** What orders messages of several conversations: when they were received, then their ids. */
export interface Mark {
  readonly createdAt: string;
  readonly id: string;
}

/** Messages of one conversation, by the ordinals it gave them. */
export interface Run {
  readonly conversation: string;
  /** The conversation's `message_base` when it gave them. */
  readonly base: number;
  readonly from: number;
  /** `null`: also those that come. */
  readonly to: number | null;
  /** Only what comes after, and only what comes up to these. */
  readonly after?: Mark;
  readonly until?: Mark;
}

/** Messages that follow `start` others. Those of one conversation stand by its ordinals, those of several by their marks. */
export interface Part {
  readonly start: number;
  readonly runs: readonly Run[];
}

/** Which messages a conversation shows, in order. Its last part has the run that its own messages come into. */
export type View = readonly Part[];

/** Up to where a view is cut: so many messages, the last of which has this mark. */
export interface Cut {
  readonly position: number;
  readonly mark: Mark;
}

/** What of a conversation says which messages it shows. */
interface Viewed {
  readonly id: string;
  readonly message_base: number;
  readonly view: View | null;
}

/** What a conversation shows. One that neither branched off nor took in another shows what was appended to it. */
export function viewOf({ id, message_base: base, view }: Viewed): View {
  return view ?? [{ start: 0, runs: [{ conversation: id, base, from: 1, to: null }] }];
}

/** Whether the ordinals of a part's messages are their positions: they are those of one conversation, with nothing left out. */
export function standsByOrdinals({ runs: [run, ...others] }: Part): boolean {
  return run !== undefined && others.length === 0 && !run.after && !run.until;
}

/** The view up to a cut, closed: it never shows what comes later. `count`: messages that it shows now. */
export function viewUntil(view: View, cut: Cut, count: number): View {
  return view.flatMap((part) => {
    if (part.start >= cut.position) return [];
    const isLast = endOf(view, part, count) >= cut.position;
    return [isLast ? { ...part, runs: part.runs.map((run) => runUntil(run, part, cut, count)) } : part];
  });
}

function runUntil(run: Run, part: Part, { position, mark }: Cut, count: number): Run {
  if (standsByOrdinals(part)) return { ...run, to: position };
  const until = run.until && compareMarks(run.until, mark) < 0 ? run.until : mark;
  return { ...run, to: run.to ?? count, until };
}

/** What the view shows after a cut, as runs. */
export function runsAfter(view: View, { position, mark }: Cut, count: number): readonly Run[] {
  return view.flatMap((part) => {
    if (endOf(view, part, count) <= position && part !== view.at(-1)) return [];
    if (part.start >= position) return part.runs;
    if (!standsByOrdinals(part)) return part.runs.map((run) => runAfter(run, mark));
    return part.runs.flatMap((run) => (run.to !== null && run.to <= position ? [] : [{ ...run, from: position + 1 }]));
  });
}

function runAfter(run: Run, mark: Mark): Run {
  return { ...run, after: run.after && compareMarks(run.after, mark) > 0 ? run.after : mark };
}

/** Its own run as it is now: nothing that comes is in it. */
export function closedRun(run: Run, count: number): Run {
  return { ...run, to: run.to ?? count };
}

/** How many messages are in the view when a part ends. */
export function endOf(view: View, part: Part, count: number): number {
  return view[view.indexOf(part) + 1]?.start ?? count;
}

/** Runs of both, each once. */
export function unionOfRuns(runs: readonly Run[]): readonly Run[] {
  return [...new Map(runs.map((run) => [JSON.stringify(run), run])).values()];
}

/** Whether a run shows a message. */
export function runShows(run: Run, node: Pick<GraphNode, 'conversationId' | 'ordinal' | 'createdAt' | 'id'>): boolean {
  if (node.conversationId !== run.conversation || node.ordinal === null) return false;
  const own = node.ordinal - run.base;
  if (own < run.from || own > (run.to ?? Infinity)) return false;
  return isBetween(run, node);
}

/** Whether a conversation shows a message. */
export function showsMessage(conversation: Viewed, node: Parameters<typeof runShows>[1]): boolean {
  return shownIn(conversation)(node);
}

/** Whether a conversation shows a message, to be asked of many. */
export function shownIn(conversation: Viewed): (node: Parameters<typeof runShows>[1]) => boolean {
  const runs = viewOf(conversation).flatMap((part) => part.runs);
  return (node) => runs.some((run) => runShows(run, node));
}

/** Whether a message is between the marks of a run. */
export function isBetween({ after, until }: Run, mark: Mark): boolean {
  return (after === undefined || compareMarks(mark, after) > 0) && (until === undefined || compareMarks(mark, until) <= 0);
}

export function compareMarks(a: Mark, b: Mark): number {
  return ascending(a.createdAt, b.createdAt) || ascending(a.id, b.id);
}

/** Puts messages that a view shows into its order. */
export function inOrderOf<Message extends Pick<GraphNode, 'conversationId' | 'ordinal' | 'createdAt' | 'id'>>(
  view: View,
  messages: readonly Message[],
): readonly Message[] {
  const partOf = (message: Message) => view.findIndex(({ runs }) => runs.some((run) => runShows(run, message)));
  const placed = messages.map((message) => ({ message, part: partOf(message) }));
  return placed
    .sort((a, b) => {
      if (a.part !== b.part) return a.part - b.part;
      const part = view[a.part];
      const byOrdinal = part !== undefined && standsByOrdinals(part);
      return byOrdinal ? (a.message.ordinal ?? 0) - (b.message.ordinal ?? 0) : compareMarks(a.message, b.message);
    })
    .map(({ message }) => message);
}
