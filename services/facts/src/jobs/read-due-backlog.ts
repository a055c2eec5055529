import { readScopeRules } from '@agent-mem/policy';
import { backlogOf, type EventContext, postpone } from '@agent-mem/service-kit';
import type { WaitingNode } from '@agent-mem/storage';
import { readBacklog } from '../backlog/read-backlog.ts';
import { rowsBeside } from '../backlog/waiting-rows.ts';
import type { Config } from '../config.ts';

/** Has the model read what waited for it long enough, with what waits beside it in its conversation. Where memory is off, it waits on. */
export async function readDueBacklog({ scope, node }: WaitingNode, context: EventContext<Config>): Promise<void> {
  const { memory } = await readScopeRules(context, scope, node.conversationId);
  if (memory === 'off' || !context.config.ENABLE_AUTO_FACT_EXTRACTION) return postpone([node], 'model', context);
  const chatModel = context.learningModel(backlogOf(node).flow);
  await readBacklog(await rowsBeside(node, context), { ...context, chatModel });
}
