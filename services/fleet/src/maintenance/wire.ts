import {
  type Clock,
  isJsonObject,
  membersOf,
  OperationError,
  parsedJson,
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
  try {
    for await (const line of taskLines(items, feed)) {
      if (left.aborted) return;
      yield textOf(line);
    }
  } catch (error) {
    yield textOf({ error: OperationError.from(error).toWire() });
  }
}

/** Read by hand: `for await` drops what a generator returns. The feed's progress stands between the items while none comes. */
async function* taskLines(items: AsyncIterable<unknown>, feed: Pick<ProgressFeed, 'next'> | null): AsyncIterable<Line> {
  const reader = items[Symbol.asyncIterator]();
  try {
    let next = reader.next();
    let progress = feed?.next();
    for (;;) {
      const first = await (progress ? Promise.race([next, progress]) : next);
      if ('what' in first) {
        yield { progress: first };
        progress = feed?.next();
        continue;
      }
      if (first.done) return yield { end: true, result: first.value };
      yield { item: first.value instanceof Uint8Array ? Buffer.from(first.value).toString('base64') : first.value };
      next = reader.next();
    }
  } finally {
    await reader.return?.();
  }
}

function textOf(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** What a task is asked for. Throws `invalid-argument` if it is no JSON object, has a member that is not known, or its scope is none. */
export function wishOf(text: string): ReindexWish & Omit<PurgeWish, 'scope'> {
  const wish = parsedJson(text);
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
