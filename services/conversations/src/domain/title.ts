import { isCutAnswer } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import type { Conversation } from './conversation.ts';
import type { NewMessage } from './message.ts';

/** The title of a conversation that was created without one, until it gets one. */
export const newConversation = 'New Conversation';

const mostCharacters = 60;
/** What says nothing of what is asked. */
const greeting =
  /^(?:hi|hello|hey|hallo|good (?:morning|afternoon|evening)|thanks|thank you|please|ok(?:ay)?|yes|no)\b(?:[\s,.!]*(?:there|all|everyone|you))?[\s,.!?]*$/i;
const politeness =
  /^(?:(?:hi|hello|hey)\b[\s,!.]*|please\s+|(?:can|could|would|will) you |I(?:'d| would) like (?:you )?to\s+|I want (?:you )?to\s+)+/i;

/** The conversation with the title that its first exchange makes, if it has none: the first question's, once it is answered. */
export function withTitle(conversation: Conversation, messages: readonly NewMessage[]): Conversation {
  if (conversation.untitled === null) return conversation;
  let [pending, by] = [conversation.untitled, conversation.titled_by];
  for (const message of messages) {
    if (message.role === 'user' && pending === '') [pending, by] = [titleOf(message.content), message.id];
    const isAnswer = message.role === 'assistant' && message.content.trim() !== '' && !isCutAnswer(message);
    if (isAnswer && pending !== '') return { ...conversation, title: pending, untitled: null, titled_by: by };
  }
  return { ...conversation, untitled: pending, titled_by: pending === '' ? null : by };
}

/** What a question is about, in a line: its first sentence that asks or says something, without what is only polite. Empty: there is none. */
export function titleOf(question: string): string {
  const sentence = sentencesOf(question.slice(0, 4_096)).find((each) => /\p{L}|\p{N}/u.test(each) && !greeting.test(each));
  if (sentence === undefined) return '';
  const plain = sentence
    .replace(/\s+/g, ' ')
    .replace(politeness, '')
    .replace(/(?<![\s.!?:;,])[\s.!?:;,]+$/, '')
    .trim();
  const words = plain === '' ? sentence : plain;
  const [first = '', ...rest] = shortened(words);
  return first.toUpperCase() + rest.join('');
}

const segmenter = new Intl.Segmenter('en');

/** Its characters, as many whole words as fit. */
function shortened(text: string): readonly string[] {
  const characters: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    // The rest is cut.
    if (characters.push(segment) > mostCharacters) break;
  }
  if (characters.length <= mostCharacters) return characters;
  const cut = characters.slice(0, mostCharacters - 1);
  const end = cut.lastIndexOf(' ');
  return [...cut.slice(0, end > mostCharacters / 2 ? end : cut.length), '…'];
}
