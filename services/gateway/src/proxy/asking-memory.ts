import { type AuthorizedRequest, noteEnd, type Visitor } from '@agent-mem/access';
import {
  type Init,
  OperationError,
  type RecallRequest,
  type RecallResponse,
  type Scope,
  type Scoped,
  scopeOf,
  sha256,
} from '@agent-mem/contract';
import { timeLimit } from '@agent-mem/runtime';
import type { HttpPluginContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';

/** Memory for the time that a request may wait for it. */
export interface AskedMemory {
  /** Whose it is, as far as the visitor may read there. */
  readonly scope: Scope;
  /** `shown`: texts that stand in the request. */
  recall(query: string, conversationId: string, shown: readonly string[]): Promise<RecallResponse>;
}

/** Does this with the memory that a visitor may recall from, within MEMORY_DEADLINE_MS. Rejects where memory refuses, fails, or is later. */
export async function askingMemory<Result extends object>(
  { caller, clock, config }: Pick<HttpPluginContext<Config>, 'caller' | 'clock' | 'config'>,
  visitor: Visitor,
  { user, signal }: { readonly user: string | undefined; readonly signal: AbortSignal },
  work: (memory: AskedMemory) => Promise<Result>,
): Promise<Result> {
  const limitMs = config.MEMORY_DEADLINE_MS;
  using limit = timeLimit(clock, limitMs, signal, `Memory took over ${limitMs} ms`);
  const authorizing = visitor.authorize('agent', 'recall', user === undefined ? {} : { user });
  // One that may begin only later counts as in flight until it is said to have ended.
  const asked = await limit.race(authorizing).catch((cause: unknown) => endLater(authorizing, cause));
  const scope = scopeOf({ workspace: 'default', user: 'default', collection: 'default', ...(asked.request as Partial<Scoped>) });
  const memory: AskedMemory = {
    scope,
    recall: (query, conversation_id, shown) => {
      const request: Init<RecallRequest> = {
        ...asked.request,
        query,
        conversation_id,
        format: 'roles',
        other_conversations: true,
        shown: shown.slice(-mostShown).map(sha256),
      };
      return caller.call('agent', 'recall', request, { timeoutMs: limitMs, signal: limit.signal });
    },
  };
  // Awaited: the limit ends with this function.
  return await noteEnd(asked, () => limit.race(work(memory)));
}

/** What Recall takes. */
const mostShown = 512;

function endLater(authorizing: Promise<AuthorizedRequest>, cause: unknown): never {
  const error = OperationError.from(cause);
  authorizing.then(({ ended }) => ended({ error })).catch(() => undefined);
  throw cause;
}
