import {
  type Clock,
  isJsonObject,
  membersOf,
  OperationError,
  refuseUnknownNames,
  type Scope,
  scopeOf,
} from '@agent-mem/contract';
import type { Progress } from '@agent-mem/runtime';
import type { Maintenance, PurgeWish, ReindexWish } from './maintenance.ts';

/** Where the process that has the stores open does maintenance for commands. */
export const maintenancePath = '/admin/maintenance';

/** Its parts by name, as they are asked for over HTTP. */
export type MaintenanceTask = keyof Maintenance;

/** A line of an answer: something that was done, or how it ended, with what the task returns. Bytes travel as base64. */
export type Line =
  | { readonly item: unknown }
  | { readonly progress: Progress }
  | { readonly end: true; readonly result?: unknown }
  | { readonly error: ReturnType<OperationError['toWire']> };

/** A request with this header is answered with lines of progress too. One without comes of a version that knows no such line. */
export const progressHeader = 'x-agent-mem-progress';

/** The latest progress, for the caller that waits for one. */
export interface ProgressFeed {
  readonly report: (progress: Progress) => void;
  /** The next progress that is reported. */
  next(): Promise<Progress>;
}

const progressEveryMs = 200;

/** A feed that passes on five reports a second at most. */
export function createProgressFeed({ now }: Pick<Clock, 'now'>): ProgressFeed {
  let waiting = Promise.withResolvers<Progress>();
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    report(progress) {
      if (now() - reportedAt < progressEveryMs) return;
      reportedAt = now();
      waiting.resolve(progress);
    },
    async next() {
      const progress = await waiting.promise;
      waiting = Promise.withResolvers<Progress>();
      return progress;
    },
  };
}

/**
 * What a task yields as the lines of its answer, the last of them how it ended.
 *
 * @param feed whose progress stands between them; `null`: none does.
 */
export async function* answerLines(
  items: AsyncIterable<unknown>,
  left: AbortSignal,
  feed: Pick<ProgressFeed, 'next'> | null = null,
): AsyncIterable<string> {
  const line = (content: Line) => `${JSON.stringify(content)}\n`;
  try {
    for await (const found of feed ? withProgressOf(items, feed) : itemsOf(items)) {
      if (left.aborted) return;
      if ('result' in found) yield line({ end: true, result: found.result });
      else if ('progress' in found) yield line(found);
      else yield line({ item: found.item instanceof Uint8Array ? Buffer.from(found.item).toString('base64') : found.item });
    }
  } catch (error) {
    yield line({ error: OperationError.from(error).toWire() });
  }
}

/** Items as they come, then what the task returns. */
async function* itemsOf(items: AsyncIterable<unknown>): AsyncIterable<{ readonly item: unknown } | { readonly result: unknown }> {
  const reader = items[Symbol.asyncIterator]();
  try {
    for (let next = await reader.next(); ; next = await reader.next()) {
      if (next.done) return yield { result: next.value };
      yield { item: next.value };
    }
  } finally {
    await reader.return?.();
  }
}

/** The same, with progress while no item comes. */
async function* withProgressOf(
  items: AsyncIterable<unknown>,
  feed: Pick<ProgressFeed, 'next'>,
): AsyncIterable<{ readonly item: unknown } | { readonly progress: Progress } | { readonly result: unknown }> {
  const reader = items[Symbol.asyncIterator]();
  try {
    let item = reader.next();
    let progress = feed.next();
    for (;;) {
      const first = await Promise.race([item, progress]);
      if ('what' in first) {
        yield { progress: first };
        progress = feed.next();
        continue;
      }
      if (first.done) return yield { result: first.value };
      yield { item: first.value };
      item = reader.next();
    }
  } finally {
    await reader.return?.();
  }
}

/** What a task is asked for. Throws `invalid-argument` if it is no JSON object, has a member that is not known, or its scope is none. */
export function wishOf(text: string): ReindexWish & Omit<PurgeWish, 'scope'> {
  const wish = parse(text);
  if (!isJsonObject(wish)) throw new OperationError('invalid-argument', 'wish: must be a JSON object');
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
