import { kebabCase, type ServiceName, services } from '@agent-mem/contract';

/** An operation of the contract as a path of HTTP. */
export interface Route {
  /** `/v1/working-memory/store-detail` */
  readonly path: string;
  readonly service: ServiceName;
  readonly operation: string;
  readonly stream: boolean;
}

/** One route for each operation, also for those that no service has a handler for: the service says so itself. */
export const routes: readonly Route[] = Object.entries(services).flatMap(([service, { operations }]) =>
  Object.entries(operations).map(([operation, { stream }]) => ({
    path: `/v1/${service}/${kebabCase(operation)}`,
    service: service as ServiceName,
    operation,
    stream,
  })),
);
