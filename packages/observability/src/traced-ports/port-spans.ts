import { type Attributes, context, type Span, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import { inSpan } from '../tracing/span.ts';

/** Runs an operation of a port as a span; outside any trace as it is, so that what looks after the stores by itself leaves no traces of one span each. */
export type PortSpans = <Result>(
  operation: string,
  attributes: Attributes,
  run: (span: Span | null) => Promise<Result>,
) => Promise<Result>;

/** The spans of a store's operations, as OpenTelemetry's conventions for databases have them. Never a scope, an id or a value. */
export function storeSpans(tracer: Tracer, port: string, system: string): PortSpans {
  return portSpans(tracer, (operation, attributes) => [
    `${port}.${operation}`,
    { 'db.system.name': system, 'db.operation.name': operation, ...attributes },
  ]);
}

/** The spans of a model, as those for generative AI have them. Never a text. `id` is `provider:model`, or a name. */
export function modelSpans(tracer: Tracer, id: string): PortSpans {
  const [provider = id, ...model] = id.split(':');
  const name = model.join(':') || id;
  return portSpans(tracer, (operation, attributes) => [
    `${operation} ${name}`,
    {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': name,
      ...attributes,
    },
  ]);
}

function portSpans(tracer: Tracer, named: (operation: string, attributes: Attributes) => [string, Attributes]): PortSpans {
  return (operation, given, run) => {
    const parent = context.active();
    if (!trace.getSpan(parent)) return run(null);
    const [name, attributes] = named(operation, given);
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent);
    return inSpan(span, parent, () => run(span));
  };
}

/** Tells how many things an operation answered. */
export async function counted<Things>(
  span: Span | null,
  things: Promise<Things>,
  count: (things: Things) => number,
): Promise<Things> {
  const answer = await things;
  span?.setAttribute('db.response.returned_rows', count(answer));
  return answer;
}
