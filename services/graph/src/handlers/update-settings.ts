import { OperationError, type Settings } from '@agent-mem/contract';
import { profileSchemaOf, readScopeRules, screenRequest, settingsId, userScope } from '@agent-mem/policy';
import type { Handler } from '@agent-mem/service-kit';
import { effectiveSettings, settingsNode } from '../domain/settings.ts';

/** Replaces what was set for a scope, for all of its user or for one conversation. It holds for every request that begins after the answer. */
export const updateSettings: Handler<'graph', 'update_settings', unknown> = async (request, context) => {
  const { scope, graph, defaultSettings, metrics } = context;
  const { all_collections, conversation_id } = request;
  if (all_collections && conversation_id)
    throw new OperationError('invalid-argument', 'all_collections: does not go together with conversation_id');
  if (conversation_id && request.settings?.learn_tokens_per_day !== null)
    throw new OperationError('invalid-argument', 'settings.learn_tokens_per_day: does not go together with conversation_id');
  if (conversation_id && request.settings?.profile_schema !== null)
    throw new OperationError('invalid-argument', 'settings.profile_schema: does not go together with conversation_id');
  checkProfileSchema(request.settings?.profile_schema ?? null);
  const settingsScope = all_collections ? userScope(scope) : scope;
  const id = settingsId(conversation_id);
  const [seen] = await graph.get(settingsScope, [id]);
  const rules = await readScopeRules({ graph, defaultSettings }, scope, conversation_id);
  // Settings may be set where memory is off, so nothing before looks through their words.
  const { thing, found } = screenRequest('graph', 'update_settings', request, rules);
  for (const { kind, action, count } of found) metrics.sensitive(kind, action, count);
  // The contract requires settings.
  const node = settingsNode(id, thing.settings as Settings, seen, new Date(context.clock.now()).toISOString());
  await graph.commit(settingsScope, { nodes: [node] });
  // Stored with the scope of the request, which for a user is another than the one it is written in.
  const reply = { effective: { ...effectiveSettings(await readScopeRules({ graph, defaultSettings }, scope, conversation_id)) } };
  await graph.commit(scope, {}, reply);
  return reply;
};

function checkProfileSchema(text: string | null): void {
  try {
    profileSchemaOf(text);
  } catch (cause) {
    throw new OperationError('invalid-argument', `settings.profile_schema: ${(cause as Error).message}`, { cause });
  }
}
