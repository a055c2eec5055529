import type { DetailsAdapter } from './adapters.ts';
import { storeOf } from './store-of.ts';

/** `postgres:` and `postgresql:`: large payloads on PostgreSQL. */
export const postgresAdapter: DetailsAdapter = {
  async details(url, { clock, config }) {
    const { openPostgresDetails } = await import('@agent-mem/postgres');
    return storeOf('DETAILS', () =>
      openPostgresDetails({
        url,
        user: config.DETAILS_USER,
        password: config.DETAILS_PASSWORD,
        caFile: config.DETAILS_CA_FILE,
        maxConnections: config.DETAILS_CONNECTIONS,
        timeoutMs: config.DETAILS_TIMEOUT_MS,
        clock,
      }),
    );
  },
};
