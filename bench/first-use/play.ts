import { invoke, startFleet } from '@agent-mem/testing';
import type { Expected, Half, Script, Turn } from './load.ts';
import { type Scored, score } from './score.ts';

/** An answer with its score. */
export interface Played extends Scored {
  readonly asked: string;
  readonly answer: string;
  /** `end`: it was asked when all turns were over. */
  readonly kind: Turn['kind'] | 'end';
}

const services = ['facts', 'episodes', 'conversations', 'working-memory', 'agent'];

/** Plays a script against the agent without a model: each turn when the effects of the one before are there, then the questions at the end. */
export async function play(half: Half, { turns, end }: Script): Promise<readonly Played[]> {
  await using fleet = await startFleet({ services, bus: 'sqlite' });
  const answers = new Map<string, string[]>();
  const said: string[] = [];
  const ask = async (
    conversation: string,
    question: string,
    expected: Expected,
  ): Promise<Scored & { readonly answer: string }> => {
    const last = await invoke(fleet.caller, { user: half, question, conversation_id: conversation });
    const answer = last.answer ?? '';
    await fleet.settled();
    const earlier = answers.get(conversation) ?? [];
    const scored = score(answer, expected, { answers: earlier, said });
    answers.set(conversation, [...earlier, answer]);
    said.push(question);
    return { answer, ...scored };
  };
  const played: Played[] = [];
  for (const { conversation, user, kind, ...expected } of turns)
    played.push({ asked: user, kind, ...(await ask(conversation, user, expected)) });
  for (const { question, ...expected } of end)
    played.push({ asked: question, kind: 'end', ...(await ask('the end', question, expected)) });
  return played;
}
