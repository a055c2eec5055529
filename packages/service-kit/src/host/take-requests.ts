import { type Dispatch, type IncomingRequest, type RequestServer, serveRequests } from '@agent-mem/messaging';
import { tracedDispatch } from '@agent-mem/observability';
import { namedOperation } from '@agent-mem/runtime';
import { requestPipeline } from '../pipeline/requests.ts';
import { admittingDispatch } from '../transports/bus/bus-access.ts';
import type { HostBase } from './host-base.ts';
import type { HostOptions } from './host-options.ts';
import type { HostedService } from './hosted-service.ts';

/** Takes a service's requests: first those of its own process and its transports, and once `warmedUp` resolves those of the bus. */
export async function takeRequests(
  { definition, context }: HostedService,
  { tracing, busAccess, activity, requestsFirst, observer, dispatches, requestBus, ports, stopped, isAway }: HostBase,
  { warmedUp, ...options }: Pick<HostOptions, 'tenant' | 'drainMs'> & { warmedUp(): Promise<void> },
): Promise<RequestServer> {
  const { name } = definition;
  const answer = requestPipeline(definition, context, observer);
  const traced = tracing ? tracedDispatch(name, answer, tracing) : answer;
  const dispatch: Dispatch = async (incoming, send) => {
    using _running = activity.begin();
    using _first = requestsFirst.request();
    await traced(incoming, send);
  };
  const gaveUp = ({ envelope, id, traceparent }: IncomingRequest) =>
    observer.gaveUp({
      service: name,
      operation: namedOperation(name, envelope) ?? 'unknown',
      door: 'command',
      id,
      traceparent,
    });
  const admitted = busAccess ? admittingDispatch(name, busAccess, dispatch) : dispatch;
  const serving = { ...options, clock: ports.clock, signal: stopped, isAway, gaveUp };
  dispatches.set(name, dispatch);
  await warmedUp();
  return await serveRequests(requestBus, name, admitted, serving);
}
