import { afterAll, beforeAll } from 'vitest';
import { createChannels, type Pulsar, startPulsar } from '../../../../../test/live/pulsar/broker.ts';
import { makeTokens } from '../../../../../test/live/pulsar/tokens.ts';
import { type Opened, openedBy, type PulsarClient } from './client.ts';
import { describeLoad } from './load.ts';
import { describeNames } from './names.ts';
import { describeRefusal } from './refusal.ts';
import { describeStart } from './start.ts';
import { describeStop } from './stop.ts';

/** What each client of Pulsar must do at start, refusal, load and stop, whatever its protocol; `jars` answers the folder of the broker's jars. */
export function describePulsarClient(jars: () => string, client: PulsarClient): void {
  const tokens = makeTokens();
  let pulsar: Pulsar;
  beforeAll(async () => {
    pulsar = await startPulsar(jars(), tokens.settings);
    await createChannels(pulsar.adminUrl, 'agent-mem', tokens.of('admin'));
  });
  afterAll(() => pulsar?.[Symbol.asyncDispose]());

  const opened = (): Opened => openedBy(client, pulsar, tokens);
  describeStart(opened);
  describeRefusal(opened);
  describeNames(opened);
  describeLoad(opened);
  // At its end the broker is dead.
  describeStop(opened);
}
