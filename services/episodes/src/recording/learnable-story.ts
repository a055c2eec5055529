import { isNeverLearned, readScopeRules } from '@agent-mem/policy';
import type { EventContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { Story } from '../domain/episode/episode-node.ts';

/**
 * The story as it may be recorded by the settings that hold now: lessons of a category that is never learned are left out; `null`: the task
 * itself is of one. What is to be learned alone (`keep_categories`) is of facts: an episode is of no category.
 */
export async function learnableStory<Told extends Story>(
  story: Told,
  conversationId: string | null,
  context: Pick<EventContext<Config>, 'defaultSettings' | 'graph' | 'metrics' | 'scope'>,
): Promise<Told | null> {
  const { learning } = await readScopeRules(context, context.scope, conversationId);
  const isRefused = (text: string) => isNeverLearned(text, learning);
  if ([story.goal, story.outcome, ...story.steps].some(isRefused)) {
    context.metrics.leftOut('Episode', 'category', 1);
    return null;
  }
  return isRefused(story.lessons) ? { ...story, lessons: '' } : story;
}
