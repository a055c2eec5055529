import { rest } from '../process/rest.ts';
import { isOfScope, type ScopeFields } from './scopes.ts';

/** What dies under it is asked again soon. */
const soon = { timeoutMs: 15_000 };

/** Asks for memories like those that are being written, by `kind` from 0 to 1; answers what it was shown of other scopes, as sentences. */
export async function lookAround(url: string, kind: number, query: string, scope: ScopeFields): Promise<string[]> {
  const visible = await texts(url, kind, query, scope);
  return visible
    .filter((text) => !isOfScope(text, scope))
    .map((text) => `${scope.workspace}/${scope.user}/${scope.collection} was shown "${text}"`);
}

async function texts(url: string, kind: number, query: string, scope: ScopeFields): Promise<string[]> {
  if (kind < 0.5) {
    const { facts } = await rest(url, 'facts', 'retrieve', { query, top_k: 20, ...scope }, soon);
    return facts.map(({ content }) => content);
  }
  if (kind < 0.75) {
    const { episodes } = await rest(url, 'episodes', 'retrieve', { query, top_k: 20, ...scope }, soon);
    return episodes.map(({ goal }) => goal);
  }
  const { messages } = await rest(url, 'conversations', 'search', { query, ...scope }, soon);
  return messages.map(({ content }) => content);
}
