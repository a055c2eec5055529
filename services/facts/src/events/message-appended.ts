import { type EventHandler, flowOf, messageToRead, noteOff, notifyWaiting } from '@agent-mem/service-kit';
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
  const found = await messageToRead('facts', message_id, context);
  if (!found) return;
  const { message, isRead } = found;
  if (isOn && !isRead) {
    const options = { isAtOnce: Boolean(waiting_client), flow: flowOf(event) };
    const waitsFor = await readMessages(await unreadMessages(message, context, options), context, options);
    if (waitsFor === 'turns') await readFullBatch(message.conversationId, context);
  }
  if (!waiting_client) return;
  if (isOn) await settleReading(message.id, context);
  else await noteOff('facts', message, context);
  await notifyWaiting(event, context);
};
