/** The Details port on PostgreSQL. */

export { openPostgresDetails, type PostgresDetails, type PostgresDetailsOptions } from './details/details.ts';
export { openDetails } from './open.ts';
