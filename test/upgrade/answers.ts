import type { ServiceName } from '@agent-mem/contract';
import type { TestFleet } from '@agent-mem/testing';

/** A request, and what the version that made the fixtures answered. */
export interface Asked {
  readonly service: ServiceName;
  readonly operation: string;
  readonly request: object;
  /** Of a request that was made before: its repeat. */
  readonly idempotency_key?: string;
  readonly answer: unknown;
}

/** The part of an answer that another version must give too. A refusal is its type. */
export async function answerOf({ caller }: Pick<TestFleet, 'caller'>, asked: Omit<Asked, 'answer'>): Promise<unknown> {
  const { service, operation, request, idempotency_key } = asked;
  // The names were recorded, so the compiler cannot check them. The caller refuses an operation that it does not know.
  const call = caller.call as (...words: unknown[]) => Promise<object>;
  try {
    const options = idempotency_key === undefined ? {} : { idempotencyKey: idempotency_key };
    return lasting(operation, await call(service, operation, request, options));
  } catch (error) {
    if (error instanceof Error && 'type' in error) return { refused: error.type };
    throw error;
  }
}

/** A later version may rank better: only the best result counts, without its score. Cursors and receipts are of one version. */
const fleeting = ['receipt', 'score', 'scores', 'next_cursor'];
const ranked = ['retrieve', 'search'];

/** An answer without the members that may differ between versions, and without `others`. */
export function lasting(operation: string, answer: object, others: readonly string[] = []): object {
  const best = (value: unknown) => (ranked.includes(operation) && Array.isArray(value) ? value.slice(0, 1) : value);
  const members = Object.entries(answer).map(([name, value]) => [name, best(value)]);
  const drop = (name: string, value: unknown) => ([...fleeting, ...others].includes(name) ? undefined : value);
  const own = JSON.parse(JSON.stringify(Object.fromEntries(members), drop)) as object;
  return isCompressed(own) ? withoutWords(own) : own;
}

/** An assembled trace of which a part stands in a summary. */
interface CompressedAnswer {
  readonly items: readonly { readonly type: string }[];
  readonly token_count?: number;
}

function isCompressed(answer: object): answer is CompressedAnswer {
  return 'compressed' in answer && answer.compressed === true && 'items' in answer;
}

/** Each version writes a summary in words of its own. What it stands for, and what is shown beside it, must be the same. */
function withoutWords({ items, token_count, ...answer }: CompressedAnswer): object {
  return { ...answer, items: items.map((item) => (item.type === 'summary' ? { type: item.type } : item)) };
}
