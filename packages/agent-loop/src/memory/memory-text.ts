import type { Episode, InvocationSummary } from '@agent-mem/contract';
import { delimited, type Prompts } from '@agent-mem/llm';
import { outcomeText } from '@agent-mem/memory-tools';
import type { RecalledMemory } from './recalled-memory.ts';
import { oneEntry, type SaidSession, turnEntry } from './said/said-entry.ts';
import { solutionText } from './solution-text.ts';

/** How recalled memory is written for a caller. */
export type MemoryFormat = 'tiers' | 'roles';

/** Recalled memory as one text; empty where there is none. */
export function memoryText(memory: RecalledMemory, format: MemoryFormat, prompts: Prompts): string {
  if (memory.ids.length === 0 && memory.conversation.length === 0) return '';
  return format === 'roles' ? rolesText(memory) : tiersText(memory, prompts);
}

/** What of recalled memory a prompt shows. */
export function shownMemory({ profile, facts, episodes, conversation, summary, sessions, otherSessions = [] }: ShownPart) {
  return {
    facts: [...profileBlock(profile), ...facts.map(({ id, content, timestamp }) => ({ id, content, timestamp }))],
    episodes: episodes.map(shownEpisode),
    conversation: conversation.map(({ query, summary, result }) => ({ query, summary, result })),
    conversation_summary: summary ?? '',
    sessions: sessionsShown(sessions ?? sessionOfTurns(conversation)),
    other_sessions: sessionsShown(otherSessions),
  };
}

type ShownPart = Pick<
  RecalledMemory,
  'profile' | 'facts' | 'episodes' | 'conversation' | 'summary' | 'sessions' | 'otherSessions'
>;

function shownEpisode(episode: Episode) {
  const { id, goal, steps, lessons } = episode;
  return { id, goal, steps, outcome: outcomeText(episode), lessons };
}

/** The profile as the first of the facts: a template that an owner wrote, or a deployment has loaded, shows it without a variable of its own. */
function profileBlock(profile: RecalledMemory['profile']) {
  return profile ? [{ id: 'profile', content: `Profile of the user\n${profile.text}`, timestamp: profile.timestamp }] : [];
}

/** An agent of an earlier version recalled turns alone. */
function sessionOfTurns(turns: readonly InvocationSummary[]): readonly SaidSession[] {
  return turns.length === 0 ? [] : [{ heading: 'Earlier turns', lines: turns.map(turnEntry) }];
}

function sessionsShown(sessions: readonly SaidSession[]) {
  return sessions.map(({ heading, lines }) => ({ heading, lines: lines.map(({ role, content }) => ({ role, content })) }));
}

/** As the loop's prompt shows it. Solutions stand in the trace there, and here, where there is no trace, behind the rest. */
function tiersText(memory: RecalledMemory, prompts: Prompts): string {
  const trace = (memory.solutions ?? []).map((pair) => ({ type: 'solution', content: solutionText(pair) }));
  const { working_memory: solutions } = delimited('react', { working_memory: trace }) as {
    readonly working_memory: typeof trace;
  };
  const lines = solutions.map(({ type, content }) => `<memory kind="${type}">${content}</memory>`);
  return [
    prompts.renderMemory(shownMemory(memory)),
    ...(lines.length > 0 ? [`\n# Solutions of Like Errors\n${lines.join('\n')}`] : []),
  ].join('\n');
}

/** Summaries, then facts and messages in one list, best first: each a line `[role] content`. */
function rolesText({ facts, messages = [], conversation }: RecalledMemory): string {
  const memories = [
    ...facts.map(({ content, score }) => ({ role: 'memory', content, score: score ?? 0 })),
    ...messages.map(({ role, content, score }) => ({ role, content, score: score ?? 0 })),
  ].toSorted((a, b) => b.score - a.score);
  const parts = [
    conversation.map((summary) => roleLine('summary', summaryLine(summary))),
    memories.map(({ role, content }) => roleLine(role, content)),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function roleLine(role: string, content: string): string {
  return `[${role}] ${oneEntry(content)}`;
}

function summaryLine({ query, summary, result }: InvocationSummary): string {
  const parts = [
    ['Asked', query],
    ['Done', summary],
    ['Result', result],
  ] as const;
  return parts.flatMap(([name, text]) => (text === '' ? [] : `${name}: ${text}`)).join('\n');
}
