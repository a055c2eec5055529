import type { Scope } from '@agent-mem/contract';
import type { KeyValue, KeyValueMaintenance } from '@agent-mem/storage';
import type { Request } from './handler.ts';

const prefix = 'working-memory-compressing/';

/** Notes that a trace is being compressed, so that it is done even if this process dies. */
export async function noteCompression(
  keyValue: KeyValue,
  scope: Scope,
  request: Request<'compress'>,
  ttlMs: number,
): Promise<void> {
  await keyValue.set(scope, prefix + request.invocation_id, JSON.stringify(request), { ttlMs });
}

/** Takes the note away. */
export async function forgetCompression(keyValue: KeyValue, scope: Scope, invocationId: string): Promise<void> {
  await keyValue.delete(scope, prefix + invocationId);
}

/** What was being compressed when a process died. */
export async function* notedCompressions(
  keyValue: KeyValueMaintenance,
): AsyncIterable<{ readonly scope: Scope; readonly request: Request<'compress'> }> {
  for await (const { scope, value } of keyValue.entries(prefix)) {
    yield { scope, request: JSON.parse(value) as Request<'compress'> };
  }
}
