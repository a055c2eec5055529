import { operationsOf } from '@agent-mem/contract';
import { hostedServices } from '@agent-mem/fleet';

/** A service, and those of its operations that have a handler. */
export interface HostedOperations {
  readonly name: string;
  readonly operations: readonly { readonly operation: string; readonly isStream: boolean }[];
}

/** What a fleet of all services answers. */
export async function hostedOperations(): Promise<readonly HostedOperations[]> {
  const { services } = await hostedServices([]);
  return services.map(({ name, handlers }) => ({
    name,
    operations: Object.keys(handlers).map((operation) => ({
      operation,
      isStream: operationsOf(name)[operation]?.stream === true,
    })),
  }));
}
