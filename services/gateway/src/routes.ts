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

/** The path of a URL as a request has it. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** Whether the path is that of an operation. */
export function isOperationPath(url: string): boolean {
  return paths.has(pathOf(url));
}

/** One route for each operation that clients call, also for those that are planned: their service says so itself. */
export const routes: readonly Route[] = (Object.keys(services) as ServiceName[]).flatMap((service) =>
  Object.entries(operationsOf(service)).flatMap(([operation, { stream, planned, internal }]) =>
    internal ? [] : [{ path: routePath(service, operation), service, operation, stream, planned }],
  ),
);

const paths: ReadonlySet<string> = new Set(routes.map(({ path }) => path));
