/** A durable bus in the embedded file. */

export { openSqliteBus, type SqliteBus, type SqliteBusOptions } from './bus.ts';
