import { type Clock, conversationEvents } from '@agent-mem/contract';
import { eventMessage } from '@agent-mem/messaging';
import type { OpenGraph } from '@agent-mem/runtime';
import { dataFolder } from '@agent-mem/runtime/data-directory';
import type {
  CommittedEvent,
  Details,
  DetailsMaintenance,
  KeyValue,
  KeyValueMaintenance,
  SearchIndex,
  SearchIndexMaintenance,
} from '@agent-mem/storage';
import { openSqliteBus, type SqliteBus } from './bus/index.ts';
import { openSqliteDetails } from './details/details.ts';
import { inlineContent, isInFile, type MissingDetail } from './details/inline-content.ts';
import type { EmbeddedFile, Transaction } from './file/index.ts';
import { openSqliteGraph } from './graph/graph.ts';
import { markIndexed } from './graph/index-marks.ts';
import { openSqliteKeyValue } from './key-value/key-value.ts';
import { openSqliteSearchIndex } from './search-index/search-index.ts';

/** The embedded files of a process: URLs of one directory share one file. */
export interface SharedFiles {
  open(url: string): Promise<{ readonly directory: string; readonly file: EmbeddedFile }>;
}

/** What the ports of a `sqlite:` URL are opened with. */
export interface SqliteContext {
  readonly clock: Clock;
  readonly files: SharedFiles;
}

/** One process owns the file. */
export const busIsShared = false;

const busOf = new WeakMap<EmbeddedFile, SqliteBus>();
const withGraph = new WeakSet<EmbeddedFile>();

/** The bus in the file. */
export async function openBus(url: string, { clock, files }: SqliteContext): Promise<SqliteBus> {
  const { file } = await files.open(url);
  const bus = await openSqliteBus(file, { clock });
  busOf.set(file, bus);
  return bus;
}

/** The graph in the file. Where the file's bus was opened before, a commit also publishes its events. */
export async function openGraph(url: string, { clock, files }: SqliteContext): Promise<OpenGraph> {
  const { file } = await files.open(url);
  withGraph.add(file);
  const bus = busOf.get(file);
  if (!bus) return { graph: await openSqliteGraph(file, { clock }), publishes: false };
  const publish = (transaction: Transaction, event: CommittedEvent) =>
    bus.enqueue(transaction, conversationEvents, eventMessage(event, event.traceparent));
  return { graph: await openSqliteGraph(file, { clock, publish }), publishes: true };
}

/** The search index in the file. Where the file's graph was opened before, a document's commit also marks its node as indexed. */
export async function openSearchIndex(url: string, { files }: SqliteContext): Promise<SearchIndex & SearchIndexMaintenance> {
  const { file } = await files.open(url);
  return openSqliteSearchIndex(file, withGraph.has(file) ? { mark: markIndexed } : {});
}

/** The hot state in the file. */
export async function openKeyValue(url: string, { clock, files }: SqliteContext): Promise<KeyValue & KeyValueMaintenance> {
  return openSqliteKeyValue((await files.open(url)).file, { clock });
}

/** The large payloads in the file, and in a folder beside it. */
export async function openDetails(url: string, { files }: SqliteContext): Promise<Details & DetailsMaintenance> {
  const { directory, file } = await files.open(url);
  return openSqliteDetails(file, { directory: dataFolder(directory, 'details') });
}

/**
 * A consistent copy of the file behind a `sqlite:` URL, with all content that stands beside it, while it is in use.
 * Answers the details that it lacks, since their files are missing.
 */
export async function copyFile(url: string, files: SharedFiles, path: string): Promise<readonly MissingDetail[]> {
  const { directory, file } = await files.open(url);
  await file.backup(path);
  // A detail that was deleted while the file was copied is no loss.
  const missing = await inlineContent(path, dataFolder(directory, 'details'));
  return missing.filter((detail) => isInFile(file, detail));
}
