/** Works on a topic of the broker whose URL is given: `hang` never finishes, `poison` is ended by one of its messages and ends when nothing is left. */

import { systemClock } from '@agent-mem/contract';

const [url = '', adminUrl = '', token = '', name = '', mode = ''] = process.argv.slice(2);
const options = { url, adminUrl, token, clock: systemClock };
const bus = url.startsWith('ws')
  ? await (await import('../../src/websocket/index.ts')).openPulsarWebSocketBus(options)
  : await (await import('../../src/native/index.ts')).openPulsarBus(options);
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
