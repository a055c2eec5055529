import { membersOf } from '@agent-mem/contract';
import { listOf, textOf, timeOf } from './members.ts';
import type { JsonFormat } from './record.ts';

/** What `get_all` of mem0 answers: memories, bare or under `results`. */
export const mem0: JsonFormat = {
  meaning: 'memories of mem0, as get_all answers them',
  lists: ['results', 'memories'],
  read(value) {
    const { memory, created_at, categories } = membersOf(value);
    const content = textOf(memory);
    if (content === null) return [{ kind: 'skipped', reason: 'no memory with a text in memory' }];
    const tags = listOf(categories).flatMap((category) => textOf(category) ?? []);
    return [{ kind: 'fact', content, timestamp: timeOf(created_at), tags }];
  },
};
