import type { Event, InvocationCompleted } from '@agent-mem/contract';
import type { EventContext } from '@agent-mem/service-kit';
import { type Config, extractsFromTools } from '../config.ts';
import type { ExtractionInput } from '../domain/extraction/learned.ts';
import { observationsOf } from '../domain/extraction/observations.ts';
import { readFact } from '../domain/fact/fact-node.ts';

/** Most of what memory had put into the context that is looked at. */
const mostInjected = 200;

/** What was said and shown in an invocation. */
export interface SaidInInvocation extends Pick<ExtractionInput, 'observations' | 'injected'> {
  readonly event: Event;
  readonly done: InvocationCompleted;
}

/** What these events report of invocations, each with what memory had shown in it. */
export async function invocationsIn(
  events: readonly Event[],
  context: Pick<EventContext<Config>, 'config' | 'graph' | 'scope'>,
): Promise<readonly SaidInInvocation[]> {
  const completed = events.flatMap((event) => {
    const done = event.data.invocation_completed;
    return done ? [{ event, done }] : [];
  });
  return Promise.all(completed.map(({ event, done }) => saidInInvocation(event, done, context)));
}

/** What an event reports of an invocation. */
export async function saidInInvocation(
  event: Event,
  done: InvocationCompleted,
  { config, graph, scope }: Pick<EventContext<Config>, 'config' | 'graph' | 'scope'>,
): Promise<SaidInInvocation> {
  const injected = (await graph.get(scope, done.injected_ids.slice(0, mostInjected))).map((node) => readFact(node).content);
  const observations = extractsFromTools(config) ? observationsOf(done, injected) : [];
  return { event, done, observations, injected };
}
