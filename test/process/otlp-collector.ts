import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type Field, fieldsOf } from './protobuf-fields.ts';

/** A span as it was exported. */
export interface CollectedSpan {
  readonly service: string;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: it began the trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
  readonly isFailed: boolean;
}

/** Takes traces by OTLP over HTTP, as protobuf. */
export interface OtlpCollector extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** The bodies of all exports. */
  readonly bodies: readonly Buffer[];
  /** What they showed in the header of that name. */
  readonly authorizations: readonly (string | undefined)[];
}

const kinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];

/** Starts a collector on a free port. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: Buffer[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    const isTraces = request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf';
    if (isTraces) {
      bodies.push(body);
      authorizations.push(request.headers.authorization);
      spans.push(...spansOf(body));
    }
    response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    spans,
    bodies,
    authorizations,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Field numbers are those of opentelemetry/proto/trace/v1/trace.proto. */
function spansOf(body: Uint8Array): CollectedSpan[] {
  return messages(body, 1).flatMap((resourceSpans) => {
    const [resource = new Uint8Array()] = messages(resourceSpans, 1);
    const attributes = attributesOf(resource, 1);
    return messages(resourceSpans, 2).flatMap((scopeSpans) => messages(scopeSpans, 2).map((span) => spanOf(attributes, span)));
  });
}

function spanOf(resource: Readonly<Record<string, unknown>>, bytes: Uint8Array): CollectedSpan {
  const fields = fieldsOf(bytes);
  const hex = (number: number) => Buffer.from(bytesOf(fields.get(number)?.[0])).toString('hex');
  const [status = new Uint8Array()] = messages(bytes, 15);
  return {
    service: String(resource['service.name']),
    resource,
    traceId: hex(1),
    spanId: hex(2),
    parentSpanId: hex(4),
    name: text(fields.get(5)?.[0]),
    kind: kinds[Number(fields.get(6)?.[0] ?? 0n)] ?? '',
    attributes: attributesOf(bytes, 9),
    events: messages(bytes, 11).map((event) => text(fieldsOf(event).get(2)?.[0])),
    isFailed: fieldsOf(status).get(3)?.[0] === 2n,
  };
}

function attributesOf(bytes: Uint8Array, number: number): Record<string, unknown> {
  return Object.fromEntries(
    messages(bytes, number).map((pair) => [text(fieldsOf(pair).get(1)?.[0]), anyValue(messages(pair, 2)[0] ?? new Uint8Array())]),
  );
}

function anyValue(bytes: Uint8Array): unknown {
  const [[number, [value]] = [0, [0n]]] = fieldsOf(bytes);
  if (number === 1) return text(value);
  if (number === 2) return value === 1n;
  if (number === 3) return Number(value);
  if (number === 4) return new Float64Array(BigUint64Array.of(value as bigint).buffer)[0];
  return messages(bytesOf(value), 1).map(anyValue);
}

function messages(bytes: Uint8Array, number: number): readonly Uint8Array[] {
  return (fieldsOf(bytes).get(number) ?? []).map(bytesOf);
}

function bytesOf(field: Field | undefined): Uint8Array {
  return field instanceof Uint8Array ? field : new Uint8Array();
}

function text(field: Field | undefined): string {
  return Buffer.from(bytesOf(field)).toString('utf8');
}
