import { describeLive } from '../../../../../test/live/live.ts';
import { findPulsar } from '../../../../../test/live/pulsar/broker.ts';
import { openPulsarWebSocketBus, reachPulsarByWebSocket } from '../../src/websocket/index.ts';
import { describePulsarClient } from '../clients/describe-client.ts';

const { signal } = new AbortController();

describeLive("What both of Pulsar's clients must do, by the WebSocket API", findPulsar(), (jars) =>
  describePulsarClient(jars, {
    scheme: 'ws',
    openBus: openPulsarWebSocketBus,
    reach: (options) => reachPulsarByWebSocket(options, signal),
  }),
);
