import { type JsonSchema, list, type ObjectSchema } from './json-schema.ts';

const string: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const strings = list(string);

/** The members of a fact that clients are shown. */
export const factSchema = record(['id', 'content'], {
  id: string,
  content: string,
  status: string,
  confidence: number,
  source: string,
  timestamp: string,
  valid_from: string,
  valid_to: string,
  conversation_id: string,
  tags: strings,
  weight: number,
  score: number,
});

/** Of an episode. */
export const episodeSchema = record(['id', 'goal'], {
  id: string,
  goal: string,
  steps: strings,
  outcome: string,
  outcome_status: string,
  lessons: string,
  timestamp: string,
  conversation_id: string,
  weight: number,
  score: number,
});

/** Of an error and what solved it. */
export const solutionSchema = record(['error', 'solution', 'weight', 'edge_id'], {
  error_id: string,
  error: string,
  solution_id: string,
  solution: string,
  weight: number,
  edge_id: string,
  helped: number,
  failed: number,
  score: number,
  why: string,
});

/** Of a text that is stored aside. */
export const detailSchema = record(['id', 'memory_key', 'description'], {
  id: string,
  memory_key: string,
  memory_type: string,
  description: string,
  content_type: string,
  size_bytes: number,
  created_at: string,
  conversation_id: string,
  score: number,
});

/** Of a conversation. */
export const conversationSchema = record(['id'], {
  id: string,
  title: string,
  summary: string,
  tags: strings,
  status: string,
  message_count: number,
  created_at: string,
  updated_at: string,
  score: number,
  similarity: number,
});

/** Of a message. */
export const messageSchema = record(['id', 'role', 'content'], {
  id: string,
  conversation_id: string,
  ordinal: number,
  role: string,
  speaker: string,
  content: string,
  reasoning: string,
  timestamp: string,
  weight: number,
  score: number,
});

/** Of a node of the graph. */
export const nodeSchema = record(['id', 'kind'], {
  id: string,
  kind: string,
  status: string,
  content: string,
  properties: string,
  created_at: string,
  updated_at: string,
  weight: number,
  score: number,
});

/** Of an edge of the graph. */
export const edgeSchema = record(['id', 'kind', 'from', 'to'], {
  id: string,
  kind: string,
  from: string,
  to: string,
  created_at: string,
  weight: number,
});

/** The members of a record that its schema names and that say something. */
export function shown({ properties, required }: RecordSchema, record: object): Record<string, unknown> {
  const members = Object.entries(record).filter(
    ([name, value]) => name in properties && (required.includes(name) || !saysNothing(value)),
  );
  return Object.fromEntries(members);
}

interface RecordSchema extends ObjectSchema {
  readonly required: readonly string[];
}

function record(required: readonly string[], properties: ObjectSchema['properties']): RecordSchema {
  return { type: 'object', properties, required };
}

function saysNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
