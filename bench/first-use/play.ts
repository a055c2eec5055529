import { setTimeout as wait } from 'node:timers/promises';
import { dayMs, systemClock } from '@agent-mem/contract';
import { invoke, startFleet, type TestFleet } from '@agent-mem/testing';
import type { Expected, Script, Turn } from './load.ts';
import { type Scored, score } from './score.ts';

/** An answer with its score. */
export interface Played extends Scored {
  readonly asked: string;
  readonly answer: string;
  /** `end`: it was asked when all turns were over. */
  readonly kind: Turn['kind'] | 'end';
}

const services = ['facts', 'episodes', 'conversations', 'working-memory', 'graph', 'agent'];
const lookEveryMs = 20;

/** Plays a script against the agent without a model: each turn when the effects of the one before are there, then the questions at the end. It begins at `start`, in milliseconds since 1970. */
export async function play(user: string, { turns, end }: Script, start = Date.now()): Promise<readonly Played[]> {
  let ahead = start - Date.now();
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  await using fleet = await startFleet({ services, bus: 'sqlite', clock });
  const answers = new Map<string, string[]>();
  const said: string[] = [];
  const ask = async (
    conversation: string,
    question: string,
    expected: Expected,
  ): Promise<Scored & { readonly answer: string }> => {
    const last = await invoke(fleet.caller, { user, question, conversation_id: conversation });
    const answer = last.answer ?? '';
    await allOver(fleet, user);
    const earlier = answers.get(conversation) ?? [];
    const scored = score(answer, expected, { answers: earlier, said });
    answers.set(conversation, [...earlier, answer]);
    said.push(question);
    return { answer, ...scored };
  };
  const played: Played[] = [];
  for (const { conversation, user, kind, after = 0, ...expected } of turns) {
    ahead += after * dayMs;
    played.push({ asked: user, kind, ...(await ask(conversation, user, expected)) });
  }
  for (const { question, ...expected } of end)
    played.push({ asked: question, kind: 'end', ...(await ask('the end', question, expected)) });
  return played;
}

/** Resolves when every effect is there, also those of jobs: what was recalled often becomes facts by one, and no answer may depend on which comes first. */
async function allOver({ caller, settled }: TestFleet, user: string): Promise<void> {
  for (;;) {
    await settled();
    const { jobs } = await caller.call('graph', 'list_jobs', { user, statuses: ['queued', 'running'], limit: 1 });
    if (jobs.length === 0) return;
    await wait(lookEveryMs);
  }
}
