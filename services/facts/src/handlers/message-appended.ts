import {
  type EventHandler,
  flowOf,
  noteOff,
  notifyWaiting,
  readerOf,
  readingOf,
  readingsOf,
  storedMessage,
} from '@agent-mem/service-kit';
import { readFullBatch } from '../backlog/read-full-batch.ts';
import type { Config } from '../config.ts';
import { readMessages } from '../reading/read-messages.ts';
import { settleReading } from '../reading/settle-reading.ts';
import { unreadMessages } from '../reading/unread-messages.ts';

/**
 * Learns facts from what a user said in a message, once: what came of it is stored with the facts under the message's id. Where an instance waits for
 * that, the facts are compared at once, and it gets a notice.
 */
export const messageAppended: EventHandler<Config> = async (event, context) => {
  const { message_id = '', role, waiting_client } = event.data.message_appended ?? {};
  if (role !== 'user') return;
  const isOn = context.config.ENABLE_AUTO_FACT_EXTRACTION;
  if (!isOn && !waiting_client) return;
  const { graph, scope } = context;
  const [node] = await graph.get(scope, [message_id]);
  // It may be deleted by now.
  if (node?.kind !== 'Message' || node.status !== 'ACTIVE' || readerOf(storedMessage.read(node.properties)) !== 'facts') return;

  const note = readingOf((await readingsOf(graph, scope, 'facts', [node.id])).get(node.id));
  if (isOn && (note === null || note.state === 'off')) {
    const options = { isAtOnce: Boolean(waiting_client), flow: flowOf(event) };
    const waitsFor = await readMessages(await unreadMessages(node, context, options), context, options);
    if (waitsFor === 'turns') await readFullBatch(node.conversationId, context);
  }
  if (!waiting_client) return;
  if (isOn) await settleReading(node.id, context);
  else await noteOff('facts', node, context);
  await notifyWaiting(event, context);
};
