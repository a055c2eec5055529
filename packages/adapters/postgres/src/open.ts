import type { Clock } from '@agent-mem/contract';
import { openPostgresDetails, type PostgresDetails } from './details/details.ts';
import type { PostgresConfig } from './variables.ts';

/** The large payloads of a `postgres:` or `postgresql:` URL, on PostgreSQL. */
export async function openDetails(
  url: string,
  { clock, config }: { readonly clock: Clock; readonly config: PostgresConfig },
): Promise<PostgresDetails> {
  return openPostgresDetails({
    url,
    user: config.DETAILS_USER,
    password: config.DETAILS_PASSWORD,
    caFile: config.DETAILS_CA_FILE,
    maxConnections: config.DETAILS_CONNECTIONS,
    timeoutMs: config.DETAILS_TIMEOUT_MS,
    clock,
  });
}
