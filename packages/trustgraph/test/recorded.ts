import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A message as it went over the bus. */
export interface RecordedMessage {
  readonly topic: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly payload: string;
}

/** An exchange recorded from TrustGraph's own processes: what the bus carried, and what the client and the gateway said over WebSocket. */
export interface Recording {
  readonly what: string;
  readonly client: readonly Readonly<Record<string, unknown>>[];
  readonly bus: readonly RecordedMessage[];
  /** The body of the same question's answer over REST, where it was put there too. */
  readonly rest?: unknown;
}

const folder = fileURLToPath(new URL('./fixtures/', import.meta.url));

/** The names of all recordings. */
export const recordings: readonly string[] = globSync('*.json', { cwd: folder })
  .map((file) => file.replace('.json', ''))
  .sort();

/** One of them. */
export function recorded(name: string): Recording {
  return JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Recording;
}

/** The messages of a topic whose name starts so: `response/agent`. */
export function messagesOf(recording: Recording, topic: string): readonly RecordedMessage[] {
  return recording.bus.filter((message) => message.topic.split('://tg/')[1]?.startsWith(topic));
}
