import type { EventContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { PlannedLesson } from './planned-lesson.ts';

/** Counts what a lesson has changed and makes its documents, after its commit. */
export async function indexLesson(
  { created, vouched, replaced }: Pick<PlannedLesson, 'created' | 'vouched' | 'replaced'>,
  { index, metrics, scope, signal }: Pick<EventContext<Config>, 'index' | 'metrics' | 'scope' | 'signal'>,
): Promise<void> {
  const written = [...created, ...vouched, ...replaced];
  if (written.length === 0) return;
  metrics.memories('Fact', created.length - replaced.length);
  await index(scope, written, { signal });
}
