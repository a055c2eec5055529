import { once } from 'node:events';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnFleet, startFleetProcess } from '../../process/fleet-process.ts';
import { verifies } from '../../verifies.ts';
import { describeLive } from '../live.ts';
import { findPulsar, type Pulsar, startPulsar } from './broker.ts';
import { makeTokens } from './tokens.ts';

const tokens = makeTokens();

describeLive('Apache Pulsar, where it asks who is there', findPulsar(), (jars) => {
  let pulsar: Pulsar;
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    pulsar = await startPulsar(jars(), tokens.settings);
  });
  afterAll(async () => {
    await pulsar[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  const as = (token: string) => ({ BUS_URL: pulsar.webSocketUrl, PULSAR_TOKEN: token });

  /** The program until it ends by itself. */
  async function ended(token: string, ...args: readonly string[]) {
    await using run = spawnFleet({ directory: directory.path, args, environment: as(token) });
    const [code] = await once(run.child, 'close');
    return { code, errors: run.errors(), last: run.output().trimEnd().split('\n').at(-1) };
  }

  it.each([
    ['without a token', ''],
    ['with a token of another key', `${tokens.of('admin')}x`],
    ['with the token of a role that may not', tokens.of('fleet')],
  ])('init %s says that PULSAR_TOKEN is wrong', async (_how, token) => {
    const { code, errors } = await ended(token, 'init');
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^agent-mem: Pulsar refused .* HTTP 401.* \(set PULSAR_TOKEN to a valid token of a role that may do this\)\n$/,
    );
  });

  it('init by an administrator lets a role run the fleet, and no more', verifies('pulsar.role'), async () => {
    expect(await ended(tokens.of('admin'), 'init', '--role', 'fleet')).toMatchObject({ code: 0, errors: '' });
    for (const mode of ['verify', 'register']) {
      await using fleet = await startFleetProcess({
        directory: directory.path,
        args: ['facts', 'gateway', '--schemas', mode, '--log-level', 'warn'],
        environment: as(tokens.of('fleet')),
      });
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ content: 'The user likes tea' });
      const response = await fetch(`${fleet.httpUrl}/v1/facts/store`, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
      expect(await fleet.stop()).toBe(0);
      expect(fleet.errors()).toBe('');
    }
    const refused = await ended(tokens.of('fleet'), 'init', '--pulsar-tenant', 'another');
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('PULSAR_TOKEN') });
  });

  it('a role without permission is refused in one sentence', async () => {
    const { code, errors } = await ended(tokens.of('stranger'), 'facts', '--schemas', 'verify');
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^agent-mem: Pulsar does not allow .*init --role NAME.*PULSAR_TOKEN\n$/),
    ]);
  });
});
