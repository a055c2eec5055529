import { type Access, openAccess, Refusal, type Visit, type Visitor } from '@agent-mem/access';
import type { RunningFlow } from '@agent-mem/trustgraph';
import { flowSetting, settingSources, textOfSetting } from './flow-setting.ts';

/** The setting of a flow with the scope token that its requests are asked under. */
const setting = 'memory-scope-token';

/**
 * Who asks in a flow: the holder of its `memory-scope-token`, of its own parameters, else of the config types in their order. A flow without one asks
 * whatever its service lets it ask. `attempt` from 2 on: it was counted before. Rejects, as `authorize` then does, with an error that names the setting and the flow.
 */
export async function visitorOfFlow(
  access: Access,
  flow: RunningFlow,
  configTypes: readonly string[],
  attempt = 1,
): Promise<Visitor> {
  // What can be no token is refused too: passing it over would let everybody in.
  const token = flowSetting(settingSources(flow, configTypes), setting, textOfSetting);
  const where = `${flow.entry.workspace}/${flow.entry.flow}`;
  const visit: Visit = { authorization: token, actingFor: null, from: `flow ${where}`, door: 'bus', attempt };
  if (token === null) return openAccess.authenticate(visit);
  const visitor = await named(where, () => access.authenticate(visit));
  return {
    ...visitor,
    authorize: (service, operation, request) => named(where, () => visitor.authorize(service, operation, request)),
  };
}

async function named<Result>(where: string, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw error.saying(`${setting} of the flow ${where}: ${error.message.replace(/^scope_token: /, '')}`);
  }
}
