import { toolServiceRequestMessage, toolServiceResponseMessage } from '../messages/tool.ts';
import { type AskOptions, type Environment, type Queues, Requester } from '../requester.ts';

/** A tool service: a tool on queues of its own, which config type `tool-service` names. */
export interface ToolServiceClient extends AsyncDisposable {
  /** The whole text, of a service that answers in pieces too. `config` are the tool's own settings. Throws the service's error in its words. */
  call(
    config: Readonly<Record<string, unknown>>,
    parameters: Readonly<Record<string, unknown>>,
    options?: AskOptions,
  ): Promise<string>;
}

/** Opens a client of a tool service on these queues. Its silence is 600 s long by default. */
export async function openToolServiceClient(environment: Environment, queues: Queues): Promise<ToolServiceClient> {
  const requester = await Requester.open(environment, queues, {
    service: 'tool-service',
    request: toolServiceRequestMessage,
    response: toolServiceResponseMessage,
    isLast: ({ end_of_stream }) => end_of_stream,
  });
  return {
    async call(config, parameters, options) {
      const request = { config: JSON.stringify(config), arguments: JSON.stringify(parameters) };
      const pieces = await Array.fromAsync(requester.stream(request, options));
      return pieces.map(({ response }) => response).join('');
    },
    [Symbol.asyncDispose]: () => requester[Symbol.asyncDispose](),
  };
}
