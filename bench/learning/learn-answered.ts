import { type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { startFleet } from '@agent-mem/testing';
import { type Answered, exchangeOf } from './answered.ts';
import { type Scored, score } from './score.ts';

/** Who reads the messages: rules alone; the strong model; the same, when all but its first entry of each answer name no message. */
export const readers = ['rules', 'strong model', 'half refused'] as const;
/** One of them. */
export type Reader = (typeof readers)[number];

/** No conversation has as many messages. */
const noMessage = 99;

/** Has each conversation as one of somebody of their own, its messages read together, and scores the facts that are believed at its end. */
export async function learnAnswered(conversations: readonly Answered[], reader: Reader): Promise<readonly Scored[]> {
  const scored: Scored[] = [];
  for (const conversation of conversations) {
    const chatModel =
      reader === 'rules' ? undefined : scriptedChatModel(({ messages }) => answerTo(messages, conversation, reader));
    const environment = { LEARN_PERSONAL_DATA: 'all' };
    await using fleet = await startFleet({ services: ['facts', 'conversations'], environment, chatModel });
    const { caller } = fleet;
    const talk = { user: conversation.id, conversation_id: 'talk' };
    const messages = conversation.messages.map((content) => ({ role: 'user' as const, content }));
    await caller.call('conversations', 'append_messages', { ...talk, messages });
    await caller.call('conversations', 'end', talk);
    await fleet.settled();
    const { facts } = await caller.call('facts', 'list', { user: conversation.id, limit: 100 });
    const learned = facts.map(({ content }) => content);
    scored.push(score(exchangeOf(conversation), learned));
  }
  return scored;
}

/** Of the messages that the request shows, what the model says. It compares no facts: rules do. */
function answerTo(
  asked: readonly { readonly content: string }[],
  { messages, answer }: Answered,
  reader: Exclude<Reader, 'rules'>,
): ScriptedAnswer {
  const prompt = asked.map(({ content }) => content).join('\n');
  if (!prompt.includes('<memory kind="message"')) return 'I compare nothing.';
  const numberOf = (content: string) => {
    const [, number] = prompt.slice(0, prompt.indexOf(`>${content}</memory>`)).match(/.*number="(\d+)"[^>]*$/s) ?? [];
    return number === undefined ? null : Number(number);
  };
  const entries = answer.flatMap(({ message, fact }) => {
    const number = numberOf(messages[message - 1] ?? '');
    return number === null ? [] : [{ message: number, fact }];
  });
  const refused = (index: number) => reader === 'half refused' && index > 0;
  return JSON.stringify(entries.map((entry, index) => (refused(index) ? { ...entry, message: noMessage } : entry)));
}
