import type { OperationError } from '../error.ts';
import { services } from '../generated/services.ts';
import { kebabCase } from '../names.ts';
import { operationFacts, operationsOf } from './operation-facts.ts';
import type { ServiceName } from './operation-types.ts';

/** How a way in names an operation to its callers. On the bus it is `graph.update_settings`, and so texts of errors are written. */
export type OperationWords = (service: ServiceName, operation: string) => string;

/** `POST /v1/graph/update-settings` */
export const routeWords: OperationWords = (service, operation) => `POST ${routePath(service, operation)}`;

/** `agentmem.v1.GraphService/UpdateSettings` */
export const rpcWords: OperationWords = (service, operation) =>
  `${services[service].grpc}/${operationFacts(service, operation).rpc}`;

/** `/v1/graph/update-settings` */
export function routePath(service: ServiceName, operation: string): string {
  return `/v1/${service}/${kebabCase(operation)}`;
}

/** Not within a path, an address or quotes, where the text may be somebody else's. */
const named = new RegExp(String.raw`(?<![\w./"-])(${Object.keys(services).join('|')})\.([a-z_]+)(?!\w|\.\w|["-])`, 'g');

/** The error with each operation that its text names called as the caller calls it. */
export function inWords(error: OperationError, words: OperationWords): OperationError {
  const message = error.message.replace(named, (text, service: ServiceName, operation: string) =>
    Object.hasOwn(operationsOf(service), operation) ? words(service, operation) : text,
  );
  return message === error.message ? error : error.saying(message);
}
