import { readScopeRules } from '@agent-mem/policy';
import { QuotaExceeded } from '@agent-mem/retention';
import { conflictsRetried } from '@agent-mem/runtime';
import { backlogOf, doneBacklog, type EventContext, isGivenUp, postpone } from '@agent-mem/service-kit';
import type { WaitingNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { learnableStory } from '../recording/learnable-story.ts';
import { recordEpisode } from '../recording/record-episode.ts';
import { nameSolutions } from './name-solutions.ts';
import { replaceStory } from './replace-story.ts';
import { toldByModel } from './told-by-model.ts';

/**
 * Has the model tell what rules have told before: its story takes the place of theirs in the same episode, and the solutions that it names that of theirs. Where the model is away it waits on, and
 * where that was for too long, or the model tells of no task, the episode stays as it is.
 */
export async function tellDueBacklog({ scope, node: row }: WaitingNode, context: EventContext<Config>): Promise<void> {
  const { clock, config, graph, log, metrics } = context;
  const end = async () => void (await graph.commit(scope, { nodes: [doneBacklog(row, clock.now())] }));
  const { memory } = await readScopeRules(context, scope, row.conversationId);
  if (memory === 'off' || !config.ENABLE_EPISODE_RECORDING) return postpone([row], 'model', context);
  const backlog = backlogOf(row);
  if (isGivenUp(backlog, config, clock.now())) {
    log.warn({}, 'the model was away for LEARN_RETRY_DAYS: the episodes of the rules stay');
    return end();
  }
  const told = await toldByModel(backlog, { ...context, chatModel: context.learningModel(backlog.flow) });
  if (told?.waitsFor) return postpone([row], told.waitsFor, context);
  const said = told?.value?.story;
  const story = said && (await learnableStory(said, told.record.conversation_id, context));
  if (!told || !story) return end();

  const [made] = backlog.made;
  if (told.solutions) await nameSolutions(told.solutions, told.record.conversation_id, made, context);
  if (made !== undefined) return conflictsRetried(context.signal, () => replaceStory(made, story, row, context));
  try {
    await recordEpisode({ ...told.record, ...story }, null, () => [doneBacklog(row, clock.now())], context);
  } catch (error) {
    if (!(error instanceof QuotaExceeded)) throw error;
    metrics.leftOut(error.kind, 'quota', 1);
    await end();
  }
}
