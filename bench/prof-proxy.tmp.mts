import { seededTexts } from '/work/wt/proxy/bench/seeded-texts.ts';
import { modelAnswer, startFleet, startRecordingUpstream } from '/work/wt/proxy/packages/testing/src/index.ts';

const upstream = await startRecordingUpstream(modelAnswer('Noted.'));
const fleet = await startFleet({
  http: true,
  bus: 'sqlite',
  environment: { UPSTREAMS: `*=${upstream.url}`, MEMORY_DEADLINE_MS: '60000' },
});
const texts = seededTexts(23);
for (let from = 0; from < 10000; from += 500)
  await fleet.caller.call(
    'facts',
    'store_many',
    { facts: Array.from({ length: 500 }, (_, i) => ({ content: texts.text(from + i) })) },
    { timeoutMs: 120000 },
  );
await fleet.settled();
const cpu = async (name: string, n: number, f: (i: number) => Promise<unknown>) => {
  for (let i = 0; i < 30; i++) await f(-i - 1);
  const c = process.cpuUsage();
  const t = performance.now();
  for (let i = 0; i < n; i++) await f(i);
  const d = process.cpuUsage(c);
  console.log(name, 'wall', ((performance.now() - t) / n).toFixed(2), 'cpu', ((d.user + d.system) / 1000 / n).toFixed(2));
};
const q = (i: number) => texts.question(((i + 1000) * 7919) % 10000);
let k = 0;
await cpu('retrieve', 100, (i) => fleet.caller.call('facts', 'retrieve', { query: q(i), top_k: 5 }));
await cpu('recall roles other', 100, (i) =>
  fleet.caller.call('agent', 'recall', { query: q(i), conversation_id: `x${i}`, format: 'roles', other_conversations: true }),
);
await cpu('recall roles alone', 100, (i) =>
  fleet.caller.call('agent', 'recall', { query: q(i), conversation_id: `x${i}`, format: 'roles' }),
);
await cpu('append', 100, (i) =>
  fleet.caller.call('conversations', 'append_message', { conversation_id: `y${i}`, role: 'user', content: q(i) }),
);
await fleet.settled();
await cpu('proxy', 100, async (i) => {
  k++;
  const r = await fetch(`${fleet.httpUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-agent-mem-conversation': `z${k}` },
    body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: q(i) }] }),
  });
  await r.text();
});
await cpu('direct', 100, async (i) => {
  const r = await fetch(`${upstream.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: q(i) }] }),
  });
  await r.text();
});
await fleet[Symbol.asyncDispose]();
await upstream[Symbol.asyncDispose]();
