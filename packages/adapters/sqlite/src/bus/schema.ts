import { addChecksum, type ChecksummedTable, type Migration } from '../file/index.ts';

/** Rows of messages. Their sequence is given by SQLite when they are written. */
export const messagesTable: ChecksummedTable = {
  name: 'bus_messages',
  columns: ['message_key', 'properties', 'published_at', 'payload'],
  key: ['sequence'],
  isScoped: false,
  id: (row) => `message ${row.sequence}`,
};

/**
 * A message stands once, and once in `bus_deliveries` for each subscription that has not acknowledged it; `attempt` is the number of its next delivery.
 * AUTOINCREMENT: the number of a message that is gone must not come back, since effects are remembered by it.
 */
export const migrations: readonly Migration[] = [
  `CREATE TABLE bus_identity (id TEXT NOT NULL) STRICT;
   CREATE TABLE bus_subscriptions (
     id INTEGER PRIMARY KEY,
     topic TEXT NOT NULL,
     name TEXT NOT NULL,
     UNIQUE (topic, name)
   ) STRICT;
   CREATE TABLE bus_messages (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT,
     message_key TEXT,
     properties TEXT NOT NULL,
     published_at INTEGER NOT NULL,
     payload TEXT NOT NULL
   ) STRICT;
   CREATE TABLE bus_deliveries (
     subscription INTEGER NOT NULL,
     sequence INTEGER NOT NULL,
     attempt INTEGER NOT NULL,
     visible_at REAL NOT NULL,
     PRIMARY KEY (subscription, sequence)
   ) STRICT, WITHOUT ROWID;`,
  { rewrites: addChecksum(messagesTable) },
];
