import type { ScopeFields } from '../chaos/scopes.ts';
import { rest } from '../process/rest.ts';
import { hasLargeDetail } from './large-detail.ts';

const questions = ['Which shelf does parcel 1 lie on?', 'What opens locker 3?', 'Mend machine 7', 'What is line 2 of the talk?'];

/** What callers of a scope are answered who ask in several ways, with every id. */
export async function answersOf(url: string, detail: string, scope: ScopeFields): Promise<readonly object[]> {
  const asked = questions.map(async (query) => {
    const { facts } = await rest(url, 'facts', 'retrieve', { query, ...scope });
    const { episodes } = await rest(url, 'episodes', 'retrieve', { query, ...scope });
    const { messages } = await rest(url, 'conversations', 'search', { query, ...scope });
    return [query, ...facts.map(textOf), ...episodes.map(textOf), ...messages.map(textOf)];
  });
  return [...(await Promise.all(asked)), { hasDetail: await hasLargeDetail(url, detail, scope) }];
}

function textOf(record: { readonly id: string; readonly content?: string; readonly goal?: string }): string {
  return `${record.id} ${record.content ?? record.goal ?? ''}`;
}
