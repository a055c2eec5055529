import { activeMessage, type EventHandler, flowOf, messageToRead, noteOff, notifyWaiting } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { readAnswer } from '../recording/read-answer.ts';
import { weighNextMessage } from '../recording/weigh-next-message.ts';

/** Records the turn of a conversation that an assistant's message ends, once, if it was a task; a user's message may say how the one before ended. An instance that waits for the message gets a notice. */
export const messageAppended: EventHandler<Config> = async (event, context) => {
  const { message_id = '', role, waiting_client } = event.data.message_appended ?? {};
  if (role === 'user') {
    const message = await activeMessage(message_id, context);
    if (message) await weighNextMessage(message, context);
  }
  const isOn = context.config.ENABLE_EPISODE_RECORDING;
  if (role !== 'assistant' || (!isOn && !waiting_client)) return;
  const found = await messageToRead('episodes', message_id, context);
  if (!found) return;
  const { message, isRead } = found;
  if (!isOn) await noteOff('episodes', message, context);
  else if (!isRead) await readAnswer(message, flowOf(event), context);
  await notifyWaiting(event, context);
};
