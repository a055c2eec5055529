/** Works on a topic of the broker whose URL is given: `hang` never finishes, `poison` is ended by one of its messages and ends when nothing is left. */

import { systemClock } from '@agent-mem/contract';
import { openPulsarWebSocketBus } from '../../src/websocket/index.ts';

const [url = '', name = '', mode = ''] = process.argv.slice(2);
const adminUrl = url.replace('ws:', 'http:');
const bus = await openPulsarWebSocketBus({ url, adminUrl, clock: systemClock });
const topic = { lane: 'command', name, persistent: true } as const;
await bus.subscribe(topic, { name: 'worker', type: 'shared', maxAttempts: 3 }, async ({ payload }) => {
  if (mode === 'hang') {
    process.stdout.write('has one\n');
    await new Promise(() => {});
  }
  if (payload === 'poison') process.kill(process.pid, 'SIGKILL');
});
process.stdout.write('subscribed\n');
if (mode === 'hang') setInterval(() => {}, 60_000);
else {
  await bus.settled();
  await bus[Symbol.asyncDispose]();
  process.exit(0);
}
