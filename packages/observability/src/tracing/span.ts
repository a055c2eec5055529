import { type ErrorType, OperationError } from '@agent-mem/contract';
import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

/** What went wrong with us. The other types tell of the request, or of two writers that met: a trace is not red for those. */
const failures: ReadonlySet<ErrorType> = new Set([
  'internal',
  'unavailable',
  'deadline-exceeded',
  'resource-exhausted',
  'unimplemented',
]);

/** Runs work under a span: active in it, ended with it, marked by its error's type. */
export async function inSpan<Result>(span: Span, parent: Context, run: () => Promise<Result>): Promise<Result> {
  try {
    return await context.with(trace.setSpan(parent, span), run);
  } catch (cause) {
    markError(span, OperationError.from(cause).type);
    throw cause;
  } finally {
    span.end();
  }
}

/** Reads a stream under a span: active in every step of it, ended with its end or when nobody reads on. */
export async function* streamInSpan<Item>(span: Span, parent: Context, items: () => AsyncIterable<Item>): AsyncGenerator<Item> {
  const within = trace.setSpan(parent, span);
  try {
    yield* steppedIn(
      within,
      context.with(within, () => items()[Symbol.asyncIterator]()),
    );
  } catch (cause) {
    markError(span, OperationError.from(cause).type);
    throw cause;
  } finally {
    span.end();
  }
}

/** Marks work that ended in an error. Only by its type: an error's message may quote what somebody said. */
function markError(span: Span, type: ErrorType): void {
  span.setAttribute('error.type', type);
  if (failures.has(type)) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A generator resumes in the context of the caller of `next()`, not in the one it was made in. */
function steppedIn<Item>(within: Context, iterator: AsyncIterator<Item>): AsyncIterableIterator<Item> {
  return {
    next: () => context.with(within, () => iterator.next()),
    return: (value) =>
      context.with(within, () => iterator.return?.(value) ?? Promise.resolve({ done: true as const, value: undefined })),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
