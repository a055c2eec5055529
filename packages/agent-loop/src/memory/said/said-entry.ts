import { type InvocationSummary, isCutAnswer, type Message, type ResponseOf } from '@agent-mem/contract';
import { inTime, type Said, sessionHeading } from '@agent-mem/recall/ranking';

/** A message, or what an earlier turn came to, as a line of the prompt. */
export interface SaidEntry extends Said {
  readonly id: string;
  /** Who says it. */
  readonly role: string;
  readonly content: string;
  /** Of the conversation that is shown where this is `null`. */
  readonly conversationId: string | null;
  readonly message: Message | null;
  readonly turn: InvocationSummary | null;
}

/** What was said in one session, oldest first. */
export interface SaidSession {
  /** When it was, and in which conversation where that is not the one that is shown. */
  readonly heading: string;
  readonly lines: readonly Pick<SaidEntry, 'role' | 'content'>[];
}

const roles: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool', 'turn']);

/** A message by its speaker, where it has one that cannot be taken for a role. A part of an answer says that it is one. */
function messageEntry(message: Message, isOther: boolean): SaidEntry {
  const { id, role, speaker, content, tool_calls, timestamp, ordinal, conversation_id } = message;
  const names = [...new Set((tool_calls ?? []).map(({ tool_name }) => tool_name))];
  const notes = [
    ...(names.length === 0 ? [] : [`tools used: ${names.join(', ')}`]),
    ...(isCutAnswer(message) ? ['not finished'] : []),
  ];
  return {
    id,
    role: speaker && !roles.has(speaker.trim().toLowerCase()) ? speaker : role,
    content: oneEntry(notes.length === 0 ? content : `${content} (${notes.join('; ')})`),
    timestamp,
    ordinal,
    conversationId: isOther ? conversation_id : null,
    message,
    turn: null,
  };
}

/** What an invocation came to. */
export function turnEntry(turn: InvocationSummary): SaidEntry {
  const { query, summary, result, timestamp, invocation_id } = turn;
  const content = oneEntry([query, summary, result].filter((part) => part).join(' → '));
  return { id: invocation_id ?? '', role: 'turn', content, timestamp, conversationId: null, message: null, turn };
}

/** All that was said in what a conversation answered. */
export function saidEntries(answer: ResponseOf<'conversations', 'build_context'> | null) {
  return {
    own: (answer?.relevant_messages ?? []).map((message) => messageEntry(message, false)),
    others: (answer?.other_messages ?? []).map((message) => messageEntry(message, true)),
    /** The newest first. */
    newest: (answer?.recent_messages ?? []).map((message) => messageEntry(message, false)).toReversed(),
    /** The newest first. */
    turns: (answer?.invocations ?? []).map(turnEntry).toReversed(),
  };
}

/** As a line of the prompt, its end included. */
export function lineOf({ role, content }: Pick<SaidEntry, 'role' | 'content'>): string {
  return `${role}: ${content}\n`;
}

/** The entries in the order of time, under one heading for each session. */
export function saidSessions(entries: readonly SaidEntry[], sessions: ReadonlyMap<SaidEntry, string>): readonly SaidSession[] {
  return [...Map.groupBy(inTime(entries), (entry) => sessions.get(entry)).values()].map((said) => ({
    heading: sessionHeading(said[0] as SaidEntry),
    lines: said.map(({ role, content }) => ({ role, content })),
  }));
}

/** Further lines of a content are indented, so that none of them begins like a line of ours. */
export function oneEntry(content: string): string {
  return content.trim().replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '\n  ');
}
