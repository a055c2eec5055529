import { systemClock, type Topic } from '@agent-mem/contract';
import { type Bus, createCaller, serveRequests } from '@agent-mem/messaging';
import { Pending } from './pending.ts';
import { question, type Subject } from './subject.ts';

const stored: Topic = { lane: 'command', name: 'bench-stored', persistent: true };
const delivered: Topic = { lane: 'command', name: 'bench-delivered', persistent: true };

/** A bus of ours under a caller and a service that answers at once. Disposes the bus too. */
export async function busSubject(bus: Bus): Promise<Subject> {
  await using opened = new AsyncDisposableStack();
  opened.use(bus);
  const serving = serveRequests(bus, 'facts', async (_request, send) => send({ retrieve: { facts: [] }, error: null }), {
    clock: systemClock,
    concurrency: 64,
  });
  opened.use(await serving);
  const caller = opened.use(await createCaller(bus, { clientId: 'bench', clock: systemClock }));
  const pending = new Pending();
  await bus.ensureSubscription(stored, 'bench');
  opened.use(
    await bus.subscribe(delivered, { name: 'bench', type: 'shared', concurrency: 64 }, async ({ properties }) =>
      pending.end(properties.id ?? ''),
    ),
  );
  const payload = JSON.stringify({ store: { content: question } });
  const closing = opened.move();
  return {
    ask: () => caller.call('facts', 'retrieve', { query: question }),
    store: () => bus.publish(stored, { payload, properties: { id: 'stored' } }),
    deliver: () => pending.wait((id) => void bus.publish(delivered, { payload, properties: { id } })),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}
