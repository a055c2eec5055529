import { retrieveMemory, searchMemory, storeMemory } from '@agent-mem/memory-tools';
import { answers, list, maybeText, takes, text, whole } from '../../schemas/json-schema.ts';
import { detailSchema, shown } from '../../schemas/records.ts';
import { adds, type McpTool, reads } from '../tool.ts';
import { offered } from './offered.ts';

/** The tools by which large output is stored outside the context and opened again. */
export const largeOutputTools: readonly McpTool[] = [
  offered(storeMemory, {
    name: 'store_memory',
    title: 'Store large output',
    description:
      'Store large output, such as the log of a command, a file or the answer of an API, outside the context. Answers a placeholder, ' +
      '[MemoryRef: key - description], to write in its place; retrieve_memory opens it again, also in later conversations. ' +
      'A fact about the user goes into store_fact instead.',
    input: takes(
      {
        content: text('The output, whole'),
        description: text('What it is, in one line'),
        type: maybeText('command_output, file_content, api_response, user_preference or another word'),
      },
      ['content', 'description'],
    ),
    output: answers({
      memory_key: text('The key for retrieve_memory'),
      placeholder: text('What to write in place of the output'),
    }),
    effects: adds,
  }),
  offered(retrieveMemory, {
    name: 'retrieve_memory',
    title: 'Open large output',
    description:
      'Open large output that store_memory has stored, by the key of its placeholder, [MemoryRef: key - description]: a page of it, ' +
      'or with query or pattern the parts that fit. how_to_go_on says how to read what the answer leaves out.',
    input: takes(
      {
        memory_key: text('The key in the placeholder'),
        query: maybeText('Words: answers the passages that share most with them'),
        pattern: maybeText('A regular expression (RE2): answers the lines that match'),
        line: whole(1, 2 ** 31 - 1, 'The number of the line to read from'),
        page: whole(1, 2 ** 31 - 1, 'The number of the page'),
        offset: whole(0, 2 ** 31, 'The number of the byte to read from'),
      },
      ['memory_key'],
    ),
    output: answers(
      {
        content: { type: 'string', description: 'The part of it that was asked for' },
        detail: { ...detailSchema, description: 'What it is' },
        next_page: { type: 'integer', description: 'The page after this one; absent at the end' },
        total_pages: { type: 'integer', description: 'Of an answer by pages' },
        next_line: { type: 'integer', description: 'The line to go on from' },
        next_offset: { type: 'number', description: 'The byte to go on from' },
        how_to_go_on: { type: 'string', description: 'How to read what this answer leaves out' },
      },
      ['content'],
    ),
    effects: reads,
    dataOf({ detail, ...rest }) {
      const stated = Object.entries(rest).filter(([, value]) => value !== null);
      return { ...Object.fromEntries(stated), ...(detail !== undefined && { detail: shown(detailSchema, detail as object) }) };
    },
  }),
  offered(searchMemory, {
    name: 'search_memory',
    title: 'Find large output',
    description:
      'Find large output that store_memory has stored, by what it says. Answers keys and descriptions; retrieve_memory opens one. ' +
      'Facts about the user are found by retrieve_facts.',
    input: takes({ query: text('What to look for'), thread_id: maybeText('Only what was stored in this conversation') }, [
      'query',
    ]),
    output: answers({ details: list(detailSchema, 'Best first') }),
    effects: reads,
    dataOf: ({ details }) => ({ details: (details as readonly object[]).map((detail) => shown(detailSchema, detail)) }),
  }),
];
