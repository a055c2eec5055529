import type { TestFleet } from '@agent-mem/testing';
import type { Sample, Turn } from './load.ts';

/** What replaying a conversation took, and which turn each message is. */
export interface Replayed {
  readonly turnOf: ReadonlyMap<string, string>;
  readonly appendMs: readonly number[];
}

/** Each conversation is somebody else's memory. */
export function membersOf({ id }: Sample) {
  return { workspace: 'bench', user: id, collection: 'locomo' };
}

/** Appends a conversation turn by turn; a turn's picture stands behind it in brackets. */
export async function replay(fleet: TestFleet, sample: Sample): Promise<Replayed> {
  const turnOf = new Map<string, string>();
  const appendMs: number[] = [];
  for (const turn of sample.turns) {
    const started = performance.now();
    const { message_id } = await fleet.caller.call('conversations', 'append_message', {
      ...membersOf(sample),
      conversation_id: sample.id,
      role: 'user',
      speaker: turn.speaker,
      content: contentOf(turn),
      timestamp: turn.timestamp,
    });
    appendMs.push(performance.now() - started);
    turnOf.set(message_id, turn.id);
  }
  return { turnOf, appendMs };
}

function contentOf({ text, caption }: Turn): string {
  return caption === '' ? text : `${text} [image: ${caption}]`;
}
