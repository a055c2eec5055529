import { OperationError, refuseUnknownNames, type Scope, scopeOf } from '@agent-mem/contract';
import type { Maintenance, PurgeWish, ReindexWish } from './maintenance.ts';

/** Where the process that has the stores open does maintenance for commands. */
export const maintenancePath = '/admin/maintenance';

/** Its parts by name, as they are asked for over HTTP. */
export type MaintenanceTask = keyof Maintenance;

/** A line of an answer: something that was done, or how it ended. Bytes travel as base64. */
export type Line = { readonly item: unknown } | { readonly end: true } | { readonly error: ReturnType<OperationError['toWire']> };

/** What a task yields as the lines of its answer, the last of them how it ended. */
export async function* answerLines(items: AsyncIterable<unknown>, left: AbortSignal): AsyncIterable<string> {
  const line = (content: Line) => `${JSON.stringify(content)}\n`;
  try {
    for await (const item of items) {
      if (left.aborted) return;
      yield line({ item: item instanceof Uint8Array ? Buffer.from(item).toString('base64') : item });
    }
    yield line({ end: true });
  } catch (error) {
    yield line({ error: OperationError.from(error).toWire() });
  }
}

/** What a task is asked for. Throws `invalid-argument` if it is no JSON, has a member that is not known, or its scope is none. */
export function wishOf(text: string): ReindexWish & Omit<PurgeWish, 'scope'> {
  const wish = membersOf(parse(text));
  refuseUnknownNames(wish, ['scope', 'fromScratch', 'allCollections', 'conversationId', 'id'], 'wish.');
  const { scope, fromScratch, allCollections, conversationId, id } = wish;
  return {
    ...(scope === undefined ? {} : { scope: scopeFrom(membersOf(scope)) }),
    fromScratch: fromScratch === true,
    allCollections: allCollections === true,
    ...(typeof conversationId === 'string' ? { conversationId } : {}),
    ...(typeof id === 'string' ? { id } : {}),
  };
}

function scopeFrom(given: Readonly<Record<string, unknown>>): Scope {
  refuseUnknownNames(given, ['workspace', 'user', 'collection'], 'wish.scope.');
  const { workspace, user, collection } = given;
  if (typeof workspace === 'string' && typeof user === 'string' && typeof collection === 'string')
    return scopeOf({ workspace, user, collection });
  throw new OperationError('invalid-argument', 'wish.scope: must name workspace, user and collection');
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OperationError('invalid-argument', 'wish: must be a JSON object');
  }
}
