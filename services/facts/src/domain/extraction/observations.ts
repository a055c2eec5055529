import type { InvocationCompleted } from '@agent-mem/contract';
import { externalSteps } from '@agent-mem/service-kit';

/** What the tools of an invocation showed, without the lines that hold what memory had put into the context. */
export function observationsOf(done: InvocationCompleted, injected: readonly string[]): readonly string[] {
  // A single word proves nothing: any line may hold it.
  const recalled = injected.map((text) => text.trim()).filter((text) => /\s/.test(text));
  return externalSteps(done).flatMap(({ success, observation }) => {
    if (!success) return [];
    const lines = observation.split('\n').filter((line) => !recalled.some((text) => line.includes(text)));
    const own = recalled.some((text) => text.includes('\n') && observation.includes(text)) ? '' : lines.join('\n');
    return own.trim() === '' ? [] : [own];
  });
}
