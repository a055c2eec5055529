import { OperationError, parsedJson } from '@agent-mem/contract';
import type { Delivery } from '../bus.ts';
import { ReplyFrames } from './reply-frames.ts';
import type { Reply } from './request.ts';
import { isTakenNotice } from './taken.ts';

/** Sorts the messages of a reply topic to those who wait for them. What nobody waits for any more is dropped. */
export class ReplyInbox {
  readonly #open = new Map<string, ReplyFrames>();
  #closed = false;

  /** The replies to come for a request. Close them when done. */
  open(id: string): ReplyFrames {
    if (this.#closed) throw closed();
    const frames = new ReplyFrames(() => this.#open.delete(id));
    this.#open.set(id, frames);
    return frames;
  }

  receive(delivery: Delivery): void {
    const { id } = delivery.properties;
    const frames = id === undefined ? undefined : this.#open.get(id);
    if (!frames) return;
    const reply = readReply(delivery.payload);
    if (isTakenNotice(delivery)) frames.taken();
    else if (reply) frames.add(reply);
    else frames.fail(new OperationError('internal', 'The reply is not a JSON object'));
  }

  close(): void {
    this.#closed = true;
    for (const frames of this.#open.values()) frames.fail(closed());
  }
}

function readReply(payload: string): Reply | null {
  const json = parsedJson(payload);
  return typeof json === 'object' ? (json as Reply | null) : null;
}

function closed(): OperationError {
  return new OperationError('unavailable', 'The caller is closed');
}
