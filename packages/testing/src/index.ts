/** What tests need to run the fleet: one in this process, a clock to turn, a directory that goes away, nodes and events as they come. */

export { bareContext } from './bare-context.ts';
export { defaultScope } from './default-scope.ts';
export { misread } from './disfigured-json.ts';
export { invocationCompleted } from './invocation-completed.ts';
export { invoke } from './invoke.ts';
export { chatEvents } from './model-server/chat-completions.ts';
export { contentEvents } from './model-server/generate-content.ts';
export { eventText, modelAnswer, sendJson, startEvents } from './model-server/model-answer.ts';
export type { ModelReply } from './model-server/model-reply.ts';
export { type RecordingUpstream, startRecordingUpstream, type UpstreamRequest } from './model-server/recording-upstream.ts';
export { patience } from './patience.ts';
export { seededRandom } from './seeded-random.ts';
export { smallestRequest } from './smallest-request.ts';
export { startFleet, type TestFleet, type TestFleetOptions } from './start-fleet.ts';
export { storedNode } from './stored-node.ts';
export { type StubTrustGraphConfig, stubTrustGraphConfig, type TrustGraphConfig } from './stub-trustgraph-config.ts';
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
export { type TurnedClock, turnedClock } from './turned-clock.ts';
export { startWebhookReceiver } from './webhook-receiver.ts';
