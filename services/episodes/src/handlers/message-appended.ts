import {
  type EventContext,
  type EventHandler,
  flowOf,
  noteOff,
  notifyWaiting,
  readerOf,
  readingOf,
  readingsOf,
  storedMessage,
} from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { readAnswer } from '../recording/read-answer.ts';
import { weighNextMessage } from '../recording/weigh-next-message.ts';

/** Records the turn of a conversation that an assistant's message ends, once, if it was a task; a user's message may say how the one before ended. An instance that waits for the message gets a notice. */
export const messageAppended: EventHandler<Config> = async (event, context) => {
  const { message_id = '', role, waiting_client } = event.data.message_appended ?? {};
  if (role === 'user') return weighUserMessage(message_id, context);
  if (role !== 'assistant') return;
  const isOn = context.config.ENABLE_EPISODE_RECORDING;
  if (!isOn && !waiting_client) return;
  const { graph, scope } = context;
  const [node] = await graph.get(scope, [message_id]);
  // It may be deleted by now.
  if (node?.kind !== 'Message' || node.status !== 'ACTIVE' || readerOf(storedMessage.read(node.properties)) !== 'episodes')
    return;

  const note = readingOf((await readingsOf(graph, scope, 'episodes', [node.id])).get(node.id));
  if (!isOn) await noteOff('episodes', node, context);
  else if (note === null || note.state === 'off') await readAnswer(node, flowOf(event), context);
  await notifyWaiting(event, context);
};

async function weighUserMessage(id: string, context: EventContext<Config>): Promise<void> {
  const [node] = await context.graph.get(context.scope, [id]);
  if (node?.kind === 'Message' && node.status === 'ACTIVE') await weighNextMessage(node, context);
}
