import { expect, vi } from 'vitest';
import type { ScopeFields } from '../chaos/scopes.ts';
import { rest } from '../process/rest.ts';
import { hasLargeDetail } from './large-detail.ts';

const questions = ['Which shelf does parcel 1 lie on?', 'What opens locker 3?', 'Mend machine 7', 'What is line 2 of the talk?'];

/** What callers of a scope are answered who ask in several ways, with every id. An answer that a slow server had cut short is asked for again. */
export async function answersOf(url: string, detail: string, scope: ScopeFields): Promise<readonly object[]> {
  const asked = questions.map((query) =>
    vi.waitFor(async () => {
      const { facts, receipt: ofFacts } = await rest(url, 'facts', 'retrieve', { query, ...scope });
      const { episodes, receipt: ofEpisodes } = await rest(url, 'episodes', 'retrieve', { query, ...scope });
      const { messages, receipt: ofMessages } = await rest(url, 'conversations', 'search', { query, ...scope });
      expect([ofFacts, ofEpisodes, ofMessages].map((receipt) => receipt?.degraded)).toEqual([[], [], []]);
      return [query, ...facts.map(textOf), ...episodes.map(textOf), ...messages.map(textOf)];
    }),
  );
  return [...(await Promise.all(asked)), { hasDetail: await hasLargeDetail(url, detail, scope) }];
}

function textOf(record: { readonly id: string; readonly content?: string; readonly goal?: string }): string {
  return `${record.id} ${record.content ?? record.goal ?? ''}`;
}
