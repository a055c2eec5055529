import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSignScopeToken } from '@agent-mem/access';
import { deadLetterSubscription, deadLetterTopic, serviceTopic, systemClock } from '@agent-mem/contract';
import { openPulsarWebSocketBus } from '@agent-mem/pulsar/websocket';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findPulsar } from '../live/pulsar/broker.ts';
import { newPulsarTenant } from '../live/shared/pulsar.ts';
import { verifies } from '../verifies.ts';

const commands = serviceTopic('facts', 'command');
/** In a minute. */
const most = 3;
const contents = ['a', 'b', 'c', 'd', 'e'];

describeLive('Apache Pulsar, and commands over a rate', findPulsar(), () => {
  const what = 'those that nobody waits for are all done, each once, when there is room for them, and none is a dead letter';
  it(what, { ...verifies('limits.rates'), timeout: 600_000 }, async () => {
    const pulsar = await newPulsarTenant();
    await using directory = await temporaryDirectory();
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const [privateFile, publicFile] = ['scope.key', 'scope.pub'].map((name) => join(directory.path, name)) as [string, string];
    await writeFile(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await writeFile(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
    const environment = {
      AUTH: 'required',
      AUDIT_LOG: 'off',
      ...pulsar.environment,
      SCOPE_TOKEN_KEY_FILE: privateFile,
      SCOPE_TOKEN_PUBLIC_KEYS_FILE: publicFile,
      SCOPE_REQUESTS_PER_MINUTE: String(most),
    };
    await using fleet = await startFleet({ http: true, services: ['facts', 'graph', 'gateway'], environment });
    const scope = { workspace: 'acme', user: 'anne' };
    const sign = createSignScopeToken(async () => privateKey, systemClock);
    const scope_token = await sign({
      name: 'greedy',
      permissions: ['write'],
      workspaces: [scope.workspace],
      users: [scope.user],
      collections: null,
      lastsMs: 3_600_000,
      message: null,
    });

    await using bus = await openPulsarWebSocketBus({ url: pulsar.webSocketUrl, tenant: pulsar.tenant, clock: systemClock });
    const seen: string[] = [];
    await using _ = await bus.subscribe(commands, { name: `watch-${randomUUID()}`, type: 'shared' }, async ({ payload }) => {
      seen.push(payload);
    });
    for (const content of contents)
      await bus.publish(commands, { payload: JSON.stringify({ store: { content } }), properties: { scope_token } });

    /** What this process asks of itself is not counted. */
    const stored = async () => (await fleet.caller.call('facts', 'list', scope)).facts.map((fact) => fact.content).toSorted();
    await vi.waitFor(async () => expect((await stored()).length).toBe(most), { timeout: 60_000, interval: 100 });
    // What has no room goes back to the topic for later: the watch sees it once more.
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(contents.length), { timeout: 120_000, interval: 100 });
    await vi.waitFor(async () => expect(await stored()).toEqual(contents), { timeout: 180_000, interval: 500 });
    expect(await fleet.ports.bus.peek(deadLetterTopic(commands, 'facts'), deadLetterSubscription, 10)).toEqual([]);
  });
});
