import { join } from 'node:path';
import { conversationEvents } from '@agent-mem/contract';
import { eventMessage } from '@agent-mem/messaging';
import type { EmbeddedFile, Transaction } from '@agent-mem/sqlite/file';
import type { CommittedEvent } from '@agent-mem/storage';
import type { BusAdapter, DetailsAdapter, GraphAdapter, KeyValueAdapter, SearchIndexAdapter } from './adapters.ts';
import type { EmbeddedFiles } from './embedded-files.ts';

const messaging = () => import('@agent-mem/sqlite/bus');
const storage = () => import('@agent-mem/sqlite');

const detailsIn = (directory: string) => join(directory, 'details');

type SqliteBus = Awaited<ReturnType<Awaited<ReturnType<typeof messaging>>['openSqliteBus']>>;

const busOf = new WeakMap<EmbeddedFile, SqliteBus>();

/** `sqlite:`: ports in one file. Where the bus shares the graph's file, a commit also publishes its events. */
export const sqliteAdapter: BusAdapter & GraphAdapter & SearchIndexAdapter & KeyValueAdapter & DetailsAdapter = {
  shared: false,
  async bus(url, { clock, files }) {
    const { file } = await files.open(url);
    const bus = await (await messaging()).openSqliteBus(file, { clock });
    busOf.set(file, bus);
    return bus;
  },
  async graph(url, { clock, files }) {
    const { file } = await files.open(url);
    const { openSqliteGraph } = await storage();
    const bus = busOf.get(file);
    if (!bus) return { graph: await openSqliteGraph(file, { clock }), publishes: false };
    const publish = (transaction: Transaction, event: CommittedEvent) =>
      bus.enqueue(transaction, conversationEvents, eventMessage(event, event.traceparent));
    return { graph: await openSqliteGraph(file, { clock, publish }), publishes: true };
  },
  async searchIndex(url, { files }) {
    return (await storage()).openSqliteSearchIndex((await files.open(url)).file);
  },
  async keyValue(url, { clock, files }) {
    return (await storage()).openSqliteKeyValue((await files.open(url)).file, { clock });
  },
  async details(url, { files }) {
    const { directory, file } = await files.open(url);
    // A folder of its own: the store sweeps what nobody refers to.
    return (await storage()).openSqliteDetails(file, { directory: detailsIn(directory) });
  },
};

/** A consistent copy of the file behind a `sqlite:` URL, with all content that stands beside it, while it is in use. */
export async function copyEmbedded(url: string, files: EmbeddedFiles, path: string): Promise<void> {
  const { directory, file } = await files.open(url);
  await file.backup(path);
  (await storage()).inlineContent(path, detailsIn(directory));
}
