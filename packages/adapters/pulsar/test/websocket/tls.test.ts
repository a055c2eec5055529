import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@agent-mem/contract';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificates } from '../../../../../test/live/certificates.ts';
import { describeLive } from '../../../../../test/live/live.ts';
import { createChannels, findPulsar, freePorts, type Pulsar, startPulsar } from '../../../../../test/live/pulsar/broker.ts';
import { spawnFleet, startFleetProcess } from '../../../../../test/process/fleet-process.ts';
import { pulsarInit } from '../../../../../test/process/pulsar-init.ts';
import { rest } from '../../../../../test/process/rest.ts';
import { tlsReader } from '../../src/access/tls.ts';
import { openPulsarWebSocketBus } from '../../src/websocket/index.ts';

const topic = { lane: 'command', name: 'tls', persistent: true } as const;

describeLive('Apache Pulsar, by its WebSocket API over TLS', findPulsar(), (jars) => {
  const directory = mkdtempSync(join(tmpdir(), 'agent-mem-tls-'));
  const certificate = join(directory, 'certificate.pem');
  const key = join(directory, 'key.pem');
  let pulsar: Pulsar;
  let url: string;

  beforeAll(async () => {
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'];
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const [port = 0] = await freePorts(1);
    url = `wss://127.0.0.1:${port}`;
    pulsar = await startPulsar(jars(), {
      webServicePortTls: String(port),
      tlsCertificateFilePath: certificate,
      tlsKeyFilePath: key,
    });
    await createChannels(pulsar.adminUrl);
  });
  afterAll(async () => {
    await pulsar[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  it('carries messages to a broker whose certificate it trusts', async () => {
    const tls = { caFile: certificate };
    await using bus = await openPulsarWebSocketBus({ url, clock: systemClock, tls });
    const arrived = Promise.withResolvers<string>();
    await bus.subscribe(topic, { name: 'reader', type: 'shared' }, async ({ payload }) => arrived.resolve(payload));
    await bus.publish(topic, { payload: 'sealed' });
    expect(await arrived.promise).toBe('sealed');
  });

  it('carries a whole fleet, the admin REST too, by what the variables say', async () => {
    await using directory = await temporaryDirectory();
    const environment = { BUS_URL: url, PULSAR_TLS_CA_FILE: certificate };
    await pulsarInit(url, environment);
    await using fleet = await startFleetProcess({ directory: directory.path, args: ['facts', 'gateway'], environment });
    const stored = await rest(fleet.httpUrl, 'facts', 'store', { content: 'The line is sealed' });
    expect(stored.fact_id).toMatch(/^fact_/);
    await using ended = spawnFleet({ directory: directory.path, args: ['init'], environment: { BUS_URL: url } });
    const [code] = await once(ended.child, 'close');
    expect([code, ended.errors()]).toEqual([
      1,
      expect.stringMatching(/^agent-mem: .*TLS is not trusted.*PULSAR_TLS_CA_FILE.*\n$/),
    ]);
  });

  it('shows each connection the client certificate that is in its files then, and the one before while they are no pair', () => {
    const [one, two] = ['one', 'two'].map((name) => {
      mkdirSync(join(directory, name));
      return makeCertificates(join(directory, name));
    }) as [ReturnType<typeof makeCertificates>, ReturnType<typeof makeCertificates>];
    const files = { certificateFile: join(directory, 'client.pem'), keyFile: join(directory, 'client.key') };
    copyFileSync(one.certificate, files.certificateFile);
    copyFileSync(one.key, files.keyFile);
    const read = tlsReader(files);
    copyFileSync(two.certificate, files.certificateFile);
    expect(read().cert).toEqual(readFileSync(one.certificate));
    expect(() => tlsReader(files)).toThrow(`${files.certificateFile} and ${files.keyFile} are no certificate with its key`);
    copyFileSync(two.key, files.keyFile);
    expect(read()).toEqual({ cert: readFileSync(two.certificate), key: readFileSync(two.key) });
    expect(() => tlsReader({ caFile: one.key })).toThrow(`${one.key} holds no certificate (PEM)`);
  });

  it('sends nothing to a broker whose certificate it does not trust', async () => {
    await using bus = await openPulsarWebSocketBus({ url, clock: systemClock, timeoutMs: 2_000 });
    await expect(bus.publish(topic, { payload: 'open' })).rejects.toThrow(/TLS is not trusted \(\w+\): check PULSAR_TLS_CA_FILE/);
  });
});
