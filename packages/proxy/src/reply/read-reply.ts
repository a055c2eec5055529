import { createParser } from 'eventsource-parser';
import type { Reply, ReplyReader, Wire } from '../wires/wire.ts';

/** Most bytes of a reply in one piece that are read, and of one event of a stream. A longer one is passed on unread. */
const mostBytes = 16 * 1024 * 1024;

/** Reads what an upstream sends, beside its way to the client. */
export interface ReadingReply {
  readonly reply: Reply;
  chunk(bytes: Uint8Array): void;
  /** The upstream has sent all of it. */
  end(): void;
}

/** Reads a reply of this wire and media type. One that cannot be read is not whole. */
export function readReply(wire: Wire, mediaType: string): ReadingReply {
  const reader = wire.replyReader();
  const { chunk, end } = /^text\/event-stream\b/i.test(mediaType) ? readEvents(reader) : readPiece(reader);
  let isReadable = true;
  const trying = (read: () => void) => {
    if (!isReadable) return;
    try {
      read();
    } catch {
      isReadable = false;
    }
  };
  return {
    get reply() {
      return isReadable ? reader.reply : { ...reader.reply, isWhole: false };
    },
    chunk: (bytes) => trying(() => chunk(bytes)),
    end: () => trying(end),
  };
}

function readEvents(reader: ReplyReader): Pick<ReadingReply, 'chunk' | 'end'> {
  const decoder = new TextDecoder();
  const parser = createParser({ onEvent: ({ data }) => reader.event(data), maxBufferSize: mostBytes });
  return { chunk: (bytes) => parser.feed(decoder.decode(bytes, { stream: true })), end: () => undefined };
}

function readPiece(reader: ReplyReader): Pick<ReadingReply, 'chunk' | 'end'> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    chunk(bytes) {
      length += bytes.length;
      if (length > mostBytes) chunks.length = 0;
      else chunks.push(bytes);
    },
    end() {
      if (length <= mostBytes) reader.json(JSON.parse(Buffer.concat(chunks).toString()));
    },
  };
}
