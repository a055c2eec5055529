import type { TestFleet } from '@agent-mem/testing';
import type { Sample } from '../locomo/load.ts';
import { replay } from '../locomo/replay.ts';

/** What a question was answered with. */
export interface Answer {
  readonly receiptId: string;
  /** Turns, best first. */
  readonly found: readonly string[];
}

/** A conversation in a scope of its own: asked, and told what was useful. */
export interface Asker {
  ask(query: string, topK: number): Promise<Answer>;
  /** Says of these turns of an answer that they were as useful as the reward, −1 to 1. */
  judge(answer: Answer, turns: readonly string[], reward: number): Promise<void>;
}

/** Replays a conversation into the scope of a name. */
export async function openAsker(
  fleet: TestFleet,
  sample: Sample,
  name: string,
  parameters: Readonly<Record<string, number>>,
): Promise<Asker> {
  const own = { ...sample, id: `${sample.id}-${name}` };
  const members = { workspace: 'bench', user: own.id, collection: 'locomo' };
  const { turnOf } = await replay(fleet, own);
  await fleet.settled();
  const messageOf = new Map([...turnOf].map(([message, turn]) => [turn, message]));
  return {
    async ask(query, topK) {
      const request = { ...members, query, top_k: topK, parameters };
      const { messages, receipt_id } = await fleet.caller.call('conversations', 'search', request);
      return { receiptId: receipt_id, found: messages.map(({ id }) => turnOf.get(id) ?? '') };
    },
    async judge({ receiptId, found }, turns, reward) {
      const ids = turns.filter((turn) => found.includes(turn)).flatMap((turn) => messageOf.get(turn) ?? []);
      if (ids.length > 0) await fleet.caller.call('graph', 'feedback', { ...members, receipt_id: receiptId, reward, ids });
    },
  };
}
