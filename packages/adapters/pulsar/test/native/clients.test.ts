import { describeLive } from '../../../../../test/live/live.ts';
import { openPulsarBus, reachPulsar } from '../../src/native/index.ts';
import { describePulsarClient } from '../clients/describe-client.ts';
import { findBrokerAndClient } from './find.ts';

describeLive("What both of Pulsar's clients must do, by the native client", findBrokerAndClient(), (jars) =>
  describePulsarClient(jars, {
    scheme: 'pulsar',
    openBus: openPulsarBus,
    reach: reachPulsar,
  }),
);
