import { isJsonObject } from '@agent-mem/contract';
import { type ToolConfig, textMember } from './tool-config.ts';
import type { ToolContext, ToolType } from './tool-type.ts';

/** Calls a service that config type `tool-service` describes, on the queues it names. */
export const toolService: ToolType = {
  arguments: null,
  prepare(config, toolServices) {
    const { queues, settings } = described(config, toolServices);
    return ({ clients }) =>
      async (args, { signal }) => {
        const client = await clients.toolService(queues);
        return await client.call(settings, args, { signal });
      };
  },
};

function described(config: ToolConfig, toolServices: ToolContext['toolServices']) {
  const service = textMember(config, 'service');
  const value = toolServices[service];
  if (value === undefined) throw new Error(`Tool '${config.name}' references unknown tool-service '${service}'`);
  const descriptor: unknown = JSON.parse(value);
  if (!isJsonObject(descriptor)) throw new Error(`Tool-service '${service}' must be a JSON object`);
  const { 'request-queue': request, 'response-queue': response, 'config-params': params } = descriptor;
  if (typeof request !== 'string' || typeof response !== 'string' || request === '' || response === '')
    throw new Error(`Tool-service '${service}' must define 'request-queue' and 'response-queue'`);
  return { queues: { request, response }, settings: settingsOf(config, Array.isArray(params) ? params : []) };
}

/** The tool's own settings, as far as the service says that it takes them. */
function settingsOf({ name, members }: ToolConfig, params: readonly unknown[]): Record<string, unknown> {
  const wanted = params
    .map((param) => (isJsonObject(param) ? param : { name: param }))
    .filter((param) => typeof param.name === 'string');
  const missing = wanted.find((param) => param.required === true && members[String(param.name)] === undefined);
  if (missing) throw new Error(`Tool '${name}' is missing required config parameter '${String(missing.name)}'`);
  return Object.fromEntries(
    wanted.map((param) => [String(param.name), members[String(param.name)]]).filter(([, value]) => value !== undefined),
  );
}
