import { ask } from '../memory.ts';
import { answers, list, takes, text, whole, word } from '../schemas/json-schema.ts';
import { conversationSchema, messageSchema, shown } from '../schemas/records.ts';
import { adds, addsOnce, type McpTool, reads } from './tool.ts';

const conversationId = text('The id of the conversation, of your own or as list_conversations answers it');
const limit = (most: number, usual: number) => whole(1, most, `Most of them; ${usual} where it is left out`);
const cursor = text('next_cursor of the page before');
const nextCursor = text('Leads to the next page; absent on the last');
const conversations = list(conversationSchema);
const messages = list(messageSchema);

/** The tools by which conversations are stored, read and found. */
export const conversationTools: readonly McpTool[] = [
  {
    name: 'create_conversation',
    title: 'Begin a conversation',
    description: 'Begin a conversation with a title and tags. append_message begins one, too, for an id that is not known yet.',
    input: takes({
      conversation_id: text('An id of your own; one is made where it is left out'),
      title: text('What it is about'),
      tags: list(text('A tag')),
    }),
    output: answers({ conversation_id: text('Its id') }),
    effects: adds,
    async run(args, memory) {
      const { conversation_id } = await ask(memory, 'conversations', 'create', args);
      return { data: { conversation_id } };
    },
  },
  {
    name: 'append_message',
    title: 'Store a message',
    description: 'Store a message of a conversation. Facts and episodes are learned from what is said in it.',
    input: takes(
      {
        conversation_id: conversationId,
        role: word(['user', 'assistant', 'system', 'tool'], 'Who says it'),
        content: text('What is said'),
        speaker: text('Who wrote it, where the role does not tell'),
      },
      ['conversation_id', 'role', 'content'],
    ),
    output: answers({ message_id: text('Its id'), ordinal: { type: 'integer', description: 'Its place, from 1' } }),
    effects: adds,
    async run(args, memory) {
      const { message_id, ordinal } = await ask(memory, 'conversations', 'append_message', args);
      return { data: { message_id, ordinal } };
    },
  },
  {
    name: 'list_conversations',
    title: 'List conversations',
    description: 'The conversations that are stored, the latest first.',
    input: takes({
      status: word(['active', 'ended', 'archived'], 'Only these; active and ended where it is left out'),
      tags: list(text('A tag'), 'Only those with one of these tags'),
      limit: limit(1000, 50),
      cursor,
    }),
    output: answers({ conversations, next_cursor: nextCursor }, ['conversations']),
    effects: reads,
    async run(args, memory) {
      const { conversations: found, next_cursor } = await ask(memory, 'conversations', 'list', args);
      return {
        data: { conversations: found.map((each) => shown(conversationSchema, each)), ...(next_cursor && { next_cursor }) },
      };
    },
  },
  {
    name: 'get_history',
    title: 'Read a conversation',
    description: 'The messages of a conversation, in order, a page at a time.',
    input: takes({ conversation_id: conversationId, limit: limit(1000, 100), cursor }, ['conversation_id']),
    output: answers({ messages, next_cursor: nextCursor }, ['messages']),
    effects: reads,
    async run(args, memory) {
      const { messages: said, next_cursor } = await ask(memory, 'conversations', 'history', args);
      return { data: { messages: said.map((each) => shown(messageSchema, each)), ...(next_cursor && { next_cursor }) } };
    },
  },
  {
    name: 'search_messages',
    title: 'Search what was said',
    description: 'Messages that answer a query, of all conversations or of one.',
    input: takes({ query: text('What to look for'), conversation_id: text('Only of this conversation'), limit: limit(100, 10) }, [
      'query',
    ]),
    output: answers({ messages: list(messageSchema, 'Best first') }),
    effects: reads,
    async run(args, memory) {
      const { messages: found } = await ask(memory, 'conversations', 'search', args);
      return { data: { messages: found.map((each) => shown(messageSchema, each)) } };
    },
  },
  {
    name: 'build_context',
    title: 'Context of a conversation',
    description:
      'What a model should be shown of a conversation before the next turn: its summary, its newest messages, and those that answer the query.',
    input: takes(
      {
        conversation_id: conversationId,
        query: text('What is asked now'),
        max_tokens: whole(1, 1_000_000, 'Most tokens of the text'),
      },
      ['conversation_id'],
    ),
    output: answers({
      text: { type: 'string', description: 'All of it for a prompt' },
      token_count: { type: 'integer', description: 'Of the text' },
      message_count: { type: 'integer', description: 'Messages in it' },
    }),
    effects: reads,
    async run(args, memory) {
      const context = await ask(memory, 'conversations', 'build_context', args);
      const { text: all, token_count, message_count } = context;
      return { text: all, data: { text: all, token_count, message_count } };
    },
  },
  {
    name: 'summarize_conversation',
    title: 'Summarise a conversation',
    description:
      'Have a conversation summarised. The summary comes with the answer, or, where it takes longer, later: the job says when.',
    input: takes({ conversation_id: conversationId }, ['conversation_id']),
    output: answers({ job_id: text('The job'), summary: text('Two or three sentences; absent: not yet there') }, ['job_id']),
    effects: addsOnce,
    async run(args, memory) {
      const { job_id, summary } = await ask(memory, 'conversations', 'summarize', args);
      return { data: { job_id, ...(summary && { summary }) } };
    },
  },
  {
    name: 'find_similar_conversations',
    title: 'Similar conversations',
    description: 'Earlier conversations about something like this.',
    input: takes({ query: text('What they are about'), limit: limit(100, 5) }, ['query']),
    output: answers({ conversations: list(conversationSchema, 'Best first') }),
    effects: reads,
    async run(args, memory) {
      const { conversations: found } = await ask(memory, 'conversations', 'find_similar', args);
      return { data: { conversations: found.map((each) => shown(conversationSchema, each)) } };
    },
  },
];
