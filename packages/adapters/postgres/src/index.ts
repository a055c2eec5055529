/** The Details port on PostgreSQL. */

export { openPostgresDetails, type PostgresDetails, type PostgresDetailsOptions } from './details/details.ts';
