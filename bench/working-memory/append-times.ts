import { randomUUID } from 'node:crypto';
import { startFleet } from '@agent-mem/testing';
import { table } from '../markdown-table.ts';
import { timed } from '../timed.ts';

/** Steps that a trace has before it is measured. */
const traceSizes = [10, 100, 1_000] as const;
/** Times that each operation is measured. */
const repeats = 30;
/** Steps of one append while the trace is built: an append takes a hundred items. */
const stepsAtOnce = 30;

/** Milliseconds of one append of a step, of a compression by rules and of the context after it, by the steps of the trace; on SQLite. */
export async function appendTimes(sizes: readonly number[] = traceSizes): Promise<string> {
  await using fleet = await startFleet({ services: ['working-memory'], bus: 'sqlite' });
  const { caller } = fleet;
  const rows: (readonly (string | number)[])[] = [];
  for (const size of sizes) {
    const invocation = { invocation_id: `inv_${randomUUID()}`, user: 'bench' };
    for (let at = 0; at < size; at += stepsAtOnce) {
      const items = Array.from({ length: Math.min(stepsAtOnce, size - at) }, (_, index) => step(at + index)).flat();
      await caller.call('working-memory', 'append', { ...invocation, goal: 'Read every page', items });
    }
    const appended = await timed(repeats, (index) =>
      caller.call('working-memory', 'append', { ...invocation, items: step(size + index) }),
    );
    const compressed = await timed(1, () => caller.call('working-memory', 'compress', invocation));
    const assembled = await timed(repeats, () => caller.call('working-memory', 'assemble', invocation));
    rows.push([size, ...[appended, compressed, assembled].map(({ ms }) => median(ms).toFixed(1))]);
  }
  return table(['steps', 'ms an append', 'ms to compress by rules', 'ms to assemble after it'], rows);
}

/** A step as an agent takes it, of about a hundred tokens. */
function step(index: number) {
  return [
    { type: 'thought', content: `Page ${index - 1} did not help. I decided to read page ${index} next.` },
    { type: 'action', content: JSON.stringify({ tool: 'open_page', page: index }), metadata: { tool: 'open_page' } },
    { type: 'observation', content: `Page ${index}: ${'nothing that answers the question stands here, '.repeat(8)}the end.` },
  ] as const;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
