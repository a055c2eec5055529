import { OperationError } from '@agent-mem/contract';
import type { TopicMessage, Topics } from '@agent-mem/messaging';
import type { FlowEntry } from '../flow-entry.ts';
import { flowStopped } from '../flow-stopped.ts';
import { type Log, silent } from '../log.ts';
import { topicOfQueue } from '../queue-name.ts';
import { flowSubscription } from '../subscription-name.ts';
import type { WireMessage } from '../wire-message.ts';

/** A kind of request that a service of a flow takes, and its one answer. */
export interface RequestConsumerOptions<Request, Response> {
  readonly topics: Topics;
  readonly processorId: string;
  readonly entry: FlowEntry;
  /** The names in the entry of the queue it takes requests from, and of the one it answers on. */
  readonly names: { readonly request: string; readonly response: string };
  readonly request: WireMessage<Request>;
  readonly response: WireMessage<Response>;
  /** Aborted when the flow has stopped. */
  readonly answer: (request: Request, signal: AbortSignal) => Promise<Partial<Response>>;
  /** The answer that tells a failure. */
  readonly failure: (error: OperationError) => Partial<Response>;
  /** Most requests in work at once; one more is answered a failure. Default 256. */
  readonly concurrency?: number;
  readonly log?: Log;
}

/** What TrustGraph's own services answer under when a request has no id. */
const noId = 'unknown';

/**
 * Takes requests as one of TrustGraph's services does: each is answered once, under its id, whatever happens to it. Disposing takes no more, and
 * answers those in work that the flow has stopped.
 */
export async function openRequestConsumer<Request, Response>(
  options: RequestConsumerOptions<Request, Response>,
): Promise<AsyncDisposable> {
  const { topics, processorId, entry, names, request, response, answer, failure, concurrency = 256, log = silent } = options;
  const { workspace, flow } = entry;
  const stop = new AbortController();
  const working = new Set<Promise<void>>();
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {});
  await using opened = new AsyncDisposableStack();
  const answers = opened.use(await topics.produce(topicOfQueue(entry.topics[names.response] ?? '')));

  const answered = async (payload: string): Promise<Partial<Response>> => {
    try {
      if (working.size >= concurrency) {
        throw new OperationError('resource-exhausted', `${concurrency} requests are in work; ask again later`);
      }
      return await Promise.race([answer(request.decode(payload), stop.signal), stopped.promise]);
    } catch (cause) {
      const error = OperationError.from(cause);
      if (error.type === 'internal') log.warn({ workspace, flow, err: error.cause ?? error }, 'A request of a flow failed');
      return failure(error);
    }
  };
  const take = ({ payload, properties }: TopicMessage) => {
    const work = answered(payload)
      .then((said) => answers.send({ payload: response.encode(said), properties: { id: properties.id ?? noId } }))
      .catch((cause: unknown) => log.warn({ workspace, flow, err: cause }, 'An answer in a flow could not be sent'))
      .finally(() => working.delete(work));
    working.add(work);
  };
  const subscription = flowSubscription({ processor: processorId, workspace, flow, topicName: names.request });
  const consumer = await topics.consume(topicOfQueue(entry.topics[names.request] ?? ''), { subscription, type: 'shared' }, take);
  const resources = opened.move();
  return {
    async [Symbol.asyncDispose]() {
      await consumer[Symbol.asyncDispose]();
      const error = flowStopped(entry);
      stop.abort(error);
      stopped.reject(error);
      await Promise.all(working);
      await resources.disposeAsync();
    },
  };
}
