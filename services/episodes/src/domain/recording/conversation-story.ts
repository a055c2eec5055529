import type { InvocationSinceLastEnd, MessageSinceLastEnd } from '@agent-mem/service-kit';
import type { Story } from '../episode/episode-node.ts';
import type { Outcome } from '../episode/outcome.ts';
import { outcomeIn } from './recorded-story.ts';
import { shortened } from './shortened.ts';

/** A task that was recorded in a conversation. */
export interface TaskOfConversation extends Story {
  /** How it ended. */
  readonly ended: Outcome;
}

/** What was asked once is no conversation with a goal. */
const fewestTurns = 2;

/** Whether a user said so much in a conversation that a goal may run through it. */
export function hasSeveralTurns(
  invocations: readonly InvocationSinceLastEnd[],
  messages: readonly MessageSinceLastEnd[],
): boolean {
  return invocations.length + messages.filter(({ role }) => role === 'user').length >= fewestTurns;
}

/** The conversation by rules, where no model has described it; `null`: it had no goal, since nothing in it was a task, or nothing but one. */
export function conversationStoryByRules(
  invocations: readonly InvocationSinceLastEnd[],
  tasks: readonly TaskOfConversation[],
): Story | null {
  const [first, last] = [invocations[0], invocations.at(-1)];
  if (tasks.length === 0 || first === undefined || last === undefined || first === last) return null;
  const lessons = tasks.map((task) => task.lessons).filter((lesson) => lesson !== '');
  return {
    goal: shortened(first.query),
    steps: invocations.map(({ query, summary }) => shortened(`${query} ${summary}`.trim(), 300)),
    outcome: shortened(outcomeIn(last.result)),
    lessons: shortened([...new Set(lessons)].join('\n')),
  };
}
