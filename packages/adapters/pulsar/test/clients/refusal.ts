import { type Topic, uuidV7 } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { Opened } from './client.ts';

const check = 'non-persistent://agent-mem/reply/check';

/** What a client says of a broker that refuses it: at once, in a sentence with the cure, and that no repeat helps. */
export function describeRefusal(opened: () => Opened): void {
  describe('where the broker refuses', () => {
    it.each([
      ['no token', () => ''],
      ['a token of another key', ({ tokens }: Opened) => `${tokens.of('admin')}x`],
    ])('%s: says to set PULSAR_TOKEN', async (_what, tokenOf) => {
      const { client, access, ...rest } = opened();
      const asked = client.reach({ ...access({ token: tokenOf({ client, access, ...rest }) }), topic: check });
      const refused = { type: 'unauthenticated', retryable: false, message: expect.stringContaining('set PULSAR_TOKEN') };
      await expect(asked).rejects.toMatchObject(refused);
    });

    it('a role that may not: says how an administrator lets it', async () => {
      const { client, access, tokens } = opened();
      const asked = client.reach({ ...access({ token: tokens.of('stranger') }), topic: check });
      const refused = { type: 'permission-denied', retryable: false, message: expect.stringMatching(/init --role NAME/) };
      await expect(asked).rejects.toMatchObject(refused);
    });

    it('a tenant that is not there: says to run init, by every way', async () => {
      const { client, access } = opened();
      const topic: Topic = { lane: 'command', name: `refused-${uuidV7()}`, persistent: true };
      await using stranger = await client.openBus({ ...access(), tenant: 'nobody', timeoutMs: 30_000 });
      const missing = {
        type: 'not-found',
        retryable: false,
        message: expect.stringMatching(/^Pulsar has no tenant nobody with namespace (command|reply); run the command init$/),
      };
      const reached = client.reach({ ...access(), topic: 'non-persistent://nobody/reply/check' });
      await expect(reached).rejects.toMatchObject(missing);
      await expect(stranger.subscribe(topic, { name: 's', type: 'shared' }, async () => {})).rejects.toMatchObject(missing);
      await expect(stranger.publish(topic, { payload: 'x' })).rejects.toMatchObject(missing);
      await expect(stranger.ensureSubscription(topic, 's')).rejects.toMatchObject(missing);
      await expect(stranger.check()).rejects.toMatchObject(missing);
    });
  });
}
