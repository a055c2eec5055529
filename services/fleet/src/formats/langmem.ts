import { membersOf } from '@agent-mem/contract';
import { textOf, timeOf } from './members.ts';
import type { JsonFormat } from './record.ts';

/** Items of the store that LangMem writes: `value.content` is a text, or an object with one, beside its `kind`. */
export const langmem: JsonFormat = {
  meaning: 'store items of LangMem',
  lists: ['items'],
  read(value) {
    const { value: stored, created_at } = membersOf(value);
    const { content, kind } = membersOf(stored);
    const { content: inner, ...profile } = membersOf(content);
    const said = textOf(content) ?? textOf(inner) ?? (Object.keys(profile).length > 0 ? JSON.stringify(profile) : null);
    if (said === null) return [{ kind: 'skipped', reason: 'no item with content in value' }];
    return [{ kind: 'fact', content: said, timestamp: timeOf(created_at), tags: [textOf(kind) ?? []].flat() }];
  },
};
