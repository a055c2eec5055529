import { operationsOf, routePath, type ServiceName, services } from '@agent-mem/contract';

/** An operation of the contract as a path of HTTP. */
export interface Route {
  /** `/v1/working-memory/store-detail` */
  readonly path: string;
  readonly service: ServiceName;
  readonly operation: string;
  readonly stream: boolean;
  /** It answers `unimplemented`: no text tells of it. */
  readonly planned: boolean;
}

/** One route for each operation that clients call, also for those that are planned: their service says so itself. */
export const routes: readonly Route[] = (Object.keys(services) as ServiceName[]).flatMap((service) =>
  Object.entries(operationsOf(service)).flatMap(([operation, { stream, planned, internal }]) =>
    internal ? [] : [{ path: routePath(service, operation), service, operation, stream, planned }],
  ),
);
