import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { dayMs } from '@agent-mem/contract';
import { temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { recordedLog } from '@agent-mem/testing/kit';
import { expect, it, vi } from 'vitest';
import { openCertificate } from '../../packages/service-kit/src/index.ts';
import { makeCertificates } from '../live/certificates.ts';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { adminUrlIn, spawnFleet, startFleetProcess } from '../process/fleet-process.ts';

describeLive('grpcurl, by certificates of an authority of our own', findTool('grpcurl'), (grpcurl) => {
  /** The status of an answer over HTTPS by an authority. */
  function ask(url: string, ca: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = request(
        `${url}/v1/facts/list`,
        // A connection of its own: one that is open has agreed on its certificate.
        { method: 'POST', ca, agent: false, headers: { 'content-type': 'application/json' } },
        (response) => resolve(response.resume().statusCode ?? 0),
      );
      asked.on('error', reject).end('{}');
    });
  }

  /** The fingerprint of the certificate that a port shows. */
  function shown(address: string): Promise<string> {
    const { hostname, port } = new URL(`https://${address}`);
    return new Promise((resolve, reject) => {
      const socket = connect(
        { host: hostname, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] },
        () => {
          resolve(socket.getPeerCertificate().fingerprint256);
          socket.end();
        },
      );
      socket.on('error', reject);
    });
  }

  /** What grpcurl gets by an authority. */
  async function askGrpc(address: string, authority: string): Promise<object> {
    const call = ['-cacert', authority, '-d', '{}', address, 'agentmem.v1.FactsService/List'];
    return JSON.parse((await promisify(execFile)(grpcurl(), call)).stdout);
  }

  it('HTTP and gRPC show the certificate, and another one when its files change; commands on this machine go on', {
    timeout: 180_000,
  }, async () => {
    await using directory = await temporaryDirectory();
    const folders = ['one', 'two'].map((name) => join(directory.path, name)) as [string, string];
    for (const folder of folders) await mkdir(folder);
    const [one, two] = folders.map(makeCertificates) as [
      ReturnType<typeof makeCertificates>,
      ReturnType<typeof makeCertificates>,
    ];
    const [certificate, key] = ['tls.crt', 'tls.key'].map((name) => join(directory.path, name)) as [string, string];
    const show = async (from: typeof one) => {
      await copyFile(from.key, key);
      await copyFile(from.certificate, certificate);
    };
    await show(one);
    const environment = { TLS_CERTIFICATE_FILE: certificate, TLS_KEY_FILE: key };
    const data = join(directory.path, 'data');
    await using fleet = await startFleetProcess({ directory: data, environment, mayBeUnready: true });
    const ready = async () => (await fetch(`${adminUrlIn(fleet.output())}/health/ready`)).status;
    await vi.waitFor(async () => expect(await ready()).toBe(200));
    expect(fleet.httpUrl).toMatch(/^https:/);
    const [, grpcAddress = ''] = /and (\S+) \(gRPC\)/.exec(fleet.output()) ?? [];
    const httpAddress = new URL(fleet.httpUrl).host;
    const ca = await readFile(one.authority);
    expect([await ask(fleet.httpUrl, ca), await askGrpc(grpcAddress, one.authority)]).toEqual([200, {}]);
    await expect(fetch(fleet.httpUrl.replace('https', 'http'))).rejects.toThrow();
    await using listing = spawnFleet({ directory: data, args: ['list'] });
    await once(listing.child, 'close');
    expect([listing.output(), listing.errors()]).toEqual(['No facts\n', '']);

    const before = await Promise.all([httpAddress, grpcAddress].map(shown));
    await show(two);
    const next = await readFile(two.authority);
    await vi.waitFor(
      async () => {
        for (const [index, address] of [httpAddress, grpcAddress].entries()) expect(await shown(address)).not.toBe(before[index]);
      },
      { timeout: 60_000, interval: 500 },
    );
    expect([await ask(fleet.httpUrl, next), await askGrpc(grpcAddress, two.authority)]).toEqual([200, {}]);
    await expect(ask(fleet.httpUrl, ca)).rejects.toThrow();
    expect(await fleet.stop()).toBe(0);
  });

  it('a certificate that has expired is an error of the log, until it is renewed', async () => {
    await using directory = await temporaryDirectory();
    const { certificate, key } = makeCertificates(directory.path);
    // It is good for two days.
    const clock = turnedClock(Date.now() + 3 * dayMs);
    const { log, lines } = recordedLog();
    using _ = await openCertificate({ certificateFile: certificate, keyFile: key }, { clock, log });
    await vi.waitFor(async () => {
      await clock.advance(5_000);
      expect(lines).toContainEqual(
        expect.objectContaining({ level: 50, file: certificate, msg: expect.stringMatching(/^The certificate has expired/) }),
      );
    });
  });

  it('a key that is not the certificate’s stops the start with a sentence', async () => {
    await using directory = await temporaryDirectory();
    const folders = ['one', 'two'].map((name) => join(directory.path, name)) as [string, string];
    for (const folder of folders) await mkdir(folder);
    const [one, two] = folders.map(makeCertificates) as [
      ReturnType<typeof makeCertificates>,
      ReturnType<typeof makeCertificates>,
    ];
    const environment = { TLS_CERTIFICATE_FILE: one.certificate, TLS_KEY_FILE: two.key };
    await using fleet = spawnFleet({ directory: join(directory.path, 'data'), environment });
    const [code] = await once(fleet.child, 'close');
    expect([code, fleet.errors()]).toEqual([
      1,
      expect.stringMatching(/^agent-mem: TLS_CERTIFICATE_FILE .* cannot be used: .*mismatch/m),
    ]);
  });
});
