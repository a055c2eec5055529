import type { TestFleet } from '@agent-mem/testing';
import type { Question, Sample } from './load.ts';
import { membersOf } from './replay.ts';

/** A question with what was found, best first. */
export interface Asked {
  readonly question: Question;
  /** Turns. */
  readonly found: readonly string[];
  /** Best score of the recall, whatever was found. */
  readonly best: number;
  readonly ms: number;
}

/** Puts a conversation's questions to the service. */
export async function askService(
  fleet: TestFleet,
  sample: Sample,
  turnOf: ReadonlyMap<string, string>,
  parameters: Readonly<Record<string, number>> = {},
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const question of sample.questions) {
    const request = { ...membersOf(sample), query: question.text, top_k: 20, parameters };
    const started = performance.now();
    const { messages, receipt } = await fleet.caller.call('conversations', 'search', request);
    const ms = performance.now() - started;
    asked.push({ question, found: messages.map(({ id }) => turnOf.get(id) ?? ''), best: receipt.best_score ?? 0, ms });
  }
  return asked;
}
