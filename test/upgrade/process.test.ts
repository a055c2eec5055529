import { join } from 'node:path';
import { startFleet, temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { verifies } from '../verifies.ts';
import { eventually, expectFinished } from './finished.ts';
import { expectedOf, unpacked } from './fixtures.ts';
import { makeApart } from './making/apart.ts';
import { openCheckout } from './making/checkout.ts';
import { makeInterrupted } from './making/interrupted.ts';
import { openApart } from './open.ts';
import { findProgramOfVersion } from './program.ts';
import { storyOf } from './story.ts';

const version = 'v0.1.0';
const timeout = 600_000;

describeLive(`the program of ${version}`, findProgramOfVersion(), (given) => {
  it('leaves events, commands, an invocation, due records and dead letters when it is killed, and the present one finishes them', {
    ...verifies('upgrade.data'),
    timeout,
  }, async () => {
    const { interrupted } = await expectedOf(version);
    await using directory = await unpacked(version, 'settled');
    await makeInterrupted(await openCheckout(given()), directory.path);
    // It gives up at another second than the process that was recorded.
    const deadLetters = interrupted.deadLetters.map((each) => ({ ...each, since: expect.any(String) }));
    await expectFinished(directory.path, { ...interrupted, deadLetters });
  });

  it('leaves committed events in the outbox when it is killed, and the present one publishes them', {
    ...verifies('upgrade.data'),
    timeout,
  }, async () => {
    const { apart } = await expectedOf(version);
    await using directory = await temporaryDirectory();
    const folder = join(directory.path, 'apart');
    await makeApart(await openCheckout(given()), folder);
    const clock = turnedClock(apart.at);
    await using fleet = await openApart(startFleet, folder, clock);
    // How far it came before it was killed is another each time; what it had answered is there, and each of it was compared.
    await eventually(clock, async () => {
      const { facts } = (await storyOf(fleet)) as { readonly facts: readonly (readonly [string, string, ...unknown[]])[] };
      const inOslo = facts.filter(([content]) => content.endsWith('lives in Oslo')).map(([content]) => content.split(' ')[0]);
      expect(inOslo.length).toBeGreaterThanOrEqual(5);
      for (const person of inOslo) {
        const [, status] = facts.find(([content]) => content === `${person} lives in Rome`) ?? [];
        expect(status, person).not.toBe('ACTIVE');
      }
    });
  });
});
