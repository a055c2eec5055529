import { effectiveRules, settingsId, userScope } from '@agent-mem/policy';
import type { Handler } from '@agent-mem/service-kit';
import { effectiveSettings, settingsOf } from '../domain/settings.ts';
import { learningState } from '../learning-state.ts';

/** What was set for the user, the scope and the conversation, and what holds after all of them. */
export const getSettings: Handler<'graph', 'get_settings', unknown> = async ({ conversation_id }, context) => {
  const { scope, graph, defaultSettings } = context;
  const [[ofUser], [ofScope], [ofConversation]] = await Promise.all([
    graph.get(userScope(scope), [settingsId(null)]),
    graph.get(scope, [settingsId(null)]),
    conversation_id ? graph.get(scope, [settingsId(conversation_id)]) : [],
  ]);
  const widestFirst = [ofUser, ofScope, ofConversation].filter((node) => node !== undefined);
  const rules = effectiveRules(defaultSettings, widestFirst);
  return {
    of_user: settingsOf(ofUser),
    of_scope: settingsOf(ofScope),
    of_conversation: conversation_id ? settingsOf(ofConversation) : null,
    effective: effectiveSettings(rules),
    learning: await learningState(rules, context),
  };
};
