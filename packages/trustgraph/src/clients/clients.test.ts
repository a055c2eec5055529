import { createMemoryTopics, type MemoryTopics } from '@agent-mem/messaging';
import { turnedClock } from '@agent-mem/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { messagesOf, recorded } from '../../test/recorded.ts';
import { topicOfQueue } from '../queue-name.ts';
import { openGraphRagClient } from './graph-rag.ts';
import { openLibrarianClient } from './librarian.ts';
import { openMcpToolClient } from './mcp-tool.ts';
import { openPromptClient } from './prompt.ts';
import { openRowEmbeddingsClient } from './row-embeddings.ts';
import { openStructuredQueryClient } from './structured-query.ts';
import { openTextCompletionClient } from './text-completion.ts';
import { openToolServiceClient } from './tool-service.ts';

const queues = { request: 'request:tg:x:w:f', response: 'response:tg:x:w:f' };
const noUsage = { inTokens: null, outTokens: null, model: null };

describe('clients of a flow’s services', () => {
  let topics: MemoryTopics;
  let environment: { readonly topics: MemoryTopics; readonly clock: ReturnType<typeof turnedClock> };
  beforeEach(() => {
    topics = createMemoryTopics();
    environment = { topics, clock: turnedClock() };
  });
  /** A service that answers with these messages; tells what it was asked. */
  async function service(answers: readonly (object | string)[], { request, response } = queues) {
    const asked: unknown[] = [];
    const producer = await topics.produce(topicOfQueue(response));
    await topics.consume(topicOfQueue(request), { subscription: 's', type: 'shared' }, ({ payload, properties }) => {
      asked.push(JSON.parse(payload));
      for (const answer of answers) {
        void producer.send({ payload: typeof answer === 'string' ? answer : JSON.stringify(answer), properties });
      }
    });
    return asked;
  }
  /** What a service said in a recording, to its first `count` … messages of the topic. */
  const said = (name: string, topic: string) => messagesOf(recorded(name), topic).map(({ payload }) => payload);
  const untilEnd = (payloads: readonly string[]) => {
    const end = payloads.findIndex((payload) => (JSON.parse(payload) as { end_of_stream?: boolean }).end_of_stream === true);
    return payloads.slice(0, end + 1);
  };

  it('prompt: terms are JSON text, the answer is text', async () => {
    const asked = await service(untilEnd(said('whole-tool', 'response/prompt-rag')));
    await using prompt = await openPromptClient(environment, queues);
    const answer = await prompt.ask('agent-react', { question: 'What?', tools: [{ name: 'kb' }], context: undefined });
    expect(answer.text).toMatch(/^Thought: /);
    expect(answer.object).toBeNull();
    expect(answer.usage).toEqual({ inTokens: expect.any(Number), outTokens: expect.any(Number), model: 'fake-model' });
    expect(asked).toEqual([
      { id: 'agent-react', terms: { question: '"What?"', tools: '[{"name":"kb"}]', context: 'null' }, streaming: false },
    ]);
  });

  it('prompt: asks as the stock agent asked', async () => {
    const [stock] = said('prompt-tool', 'request/prompt-rag').map(
      (payload) => JSON.parse(payload) as { id: string; terms: Record<string, string> },
    );
    const terms = Object.entries(stock?.terms ?? {}).map(([name, json]) => [name, JSON.parse(json)]);
    const asked = await service(untilEnd(said('prompt-tool', 'response/prompt-rag')));
    await using prompt = await openPromptClient(environment, queues);
    await prompt.ask(stock?.id ?? '', Object.fromEntries(terms));
    const [ours] = asked as (typeof stock)[];
    expect(Object.keys(ours ?? {})).toEqual(Object.keys(stock ?? {}));
    expect(Object.entries(ours?.terms ?? {}).map(([name, json]) => [name, JSON.parse(json)])).toEqual(terms);
  });

  it('prompt: a template of JSON gives an object, an empty answer gives no text', async () => {
    await service([{ error: null, text: null, object: '[{"a":1}]', end_of_stream: true }]);
    await using prompt = await openPromptClient(environment, queues);
    expect(await prompt.ask('extract', {})).toEqual({ text: null, object: [{ a: 1 }], usage: noUsage });
    await using other = await openPromptClient(environment, { ...queues, request: 'request:tg:y:w:f' });
    await service([{ error: null, text: null, object: null, end_of_stream: true }], { ...queues, request: 'request:tg:y:w:f' });
    expect(await other.ask('empty', {})).toEqual({ text: '', object: null, usage: noUsage });
  });

  it('prompt: streams pieces, the last with the usage', async () => {
    await service(untilEnd(said('streaming-tool', 'response/prompt-rag')));
    await using prompt = await openPromptClient(environment, queues);
    const pieces = await Array.fromAsync(prompt.stream('agent-react', {}));
    expect(pieces.map(({ text }) => text).join('')).toMatch(
      /^Thought: I should ask the language model\nAction: LLM text completion/,
    );
    expect(pieces.map(({ usage }) => usage !== null)).toEqual([...pieces.slice(1).map(() => false), true]);
    expect(pieces.at(-1)).toEqual({ text: '', usage: { inTokens: 60, outTokens: 20, model: 'fake-model' } });
  });

  it('prompt and text completion: a model that fails is unavailable', async () => {
    await service(said('model-error', 'response/prompt-rag'));
    await using prompt = await openPromptClient(environment, queues);
    await expect(prompt.ask('agent-react', {})).rejects.toMatchObject({
      type: 'unavailable',
      message: 'LLM returned no response',
    });
    const others = { request: 'request:tg:t:w:f', response: 'response:tg:t:w:f' };
    await service(said('model-error', 'response/text-completion-rag'), others);
    await using model = await openTextCompletionClient(environment, others);
    await expect(model.ask({ system: '', prompt: '' })).rejects.toThrow('Error code: 400 - scripted bad request');
  });

  it('text completion: whole and in pieces', async () => {
    const asked = await service(untilEnd(said('streaming-tool', 'response/text-completion-rag')));
    await using model = await openTextCompletionClient(environment, queues);
    const pieces = await Array.fromAsync(model.stream({ system: 's', prompt: 'p' }));
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.at(-1)).toEqual({ text: '', usage: { inTokens: 60, outTokens: 20, model: 'fake-model' } });
    const plain = { operation: 'completion', system: 's', prompt: 'p', streaming: true, response_format: null, schema: null };
    expect(asked).toEqual([plain]);
    const schema = { type: 'object' };
    const whole = { request: 'request:tg:whole:w:f', response: 'response:tg:whole:w:f' };
    const askedWhole = await service([{ error: null, response: '{}', end_of_stream: true }], whole);
    await using other = await openTextCompletionClient(environment, whole);
    expect(await other.ask({ system: 's', prompt: 'p', schema })).toEqual({ text: '{}', usage: noUsage });
    expect(askedWhole).toEqual([{ ...plain, streaming: false, response_format: 'json', schema }]);
  });

  it('mcp-tool: an object, as recorded; text wins; parameters are JSON text', async () => {
    const asked = await service(said('mcp-tool', 'response/mcp-tool').slice(0, 1));
    await using tools = await openMcpToolClient(environment, queues);
    expect(await tools.call('add', { a: 40, b: 2 })).toEqual({ text: null, object: { result: 'sum is 42' } });
    expect(asked).toEqual([{ name: 'add', parameters: '{"a":40,"b":2}' }]);
    const plain = { request: 'request:tg:plain:w:f', response: 'response:tg:plain:w:f' };
    await service([{ error: null, text: 'plain', object: '{}' }], plain);
    await using others = await openMcpToolClient(environment, plain);
    expect(await others.call('add', {})).toEqual({ text: 'plain', object: null });
  });

  it('tool service: on the queues configuration names, pieces joined, its error in its words', async () => {
    const urls = { request: 'non-persistent://tg/request/joke', response: 'non-persistent://tg/response/joke' };
    const asked = await service([{ response: 'Knock ' }, { response: 'knock', end_of_stream: true }], urls);
    await using joke = await openToolServiceClient(environment, urls);
    expect(await joke.call({ style: 'pun' }, { topic: 'llama' })).toBe('Knock knock');
    expect(asked).toEqual([{ config: '{"style":"pun"}', arguments: '{"topic":"llama"}' }]);
    await service([{ error: { type: 'tool-error', message: 'no joke' }, response: null }]);
    await using other = await openToolServiceClient(environment, queues);
    await expect(other.call({}, {})).rejects.toThrow('no joke');
  });

  it('graph-rag: reads on to the end of the session and hands provenance out as it comes', async () => {
    const triples = [{ s: { type: 'i', iri: 'urn:a' }, p: { type: 'i', iri: 'urn:b' }, o: { type: 'l', value: 'c' }, g: null }];
    const asked = await service([
      {
        error: null,
        response: '',
        message_type: 'explain',
        explain_id: 'urn:q',
        explain_graph: 'urn:graph:retrieval',
        explain_triples: triples,
      },
      { error: null, response: 'Anne is ', message_type: 'chunk' },
      { error: null, response: 'a doctor.', message_type: 'chunk', end_of_stream: true },
      { error: null, response: '', message_type: 'explain', explain_id: 'urn:z', sources: [{ uri: 'urn:d', title: 'D' }] },
      { error: null, response: '', message_type: 'chunk', end_of_session: true, in_token: 3, out_token: 4, model: 'm' },
    ]);
    await using graph = await openGraphRagClient(environment, queues);
    const steps: string[] = [];
    const answer = await graph.ask(
      { question: 'Who is Anne?', collection: 'c1', parentUri: 'urn:u/i1' },
      { onExplain: ({ id, triples }) => steps.push(`${id} ${triples.length}`) },
    );
    expect(answer).toEqual({
      text: 'Anne is a doctor.',
      sources: [{ uri: 'urn:d', title: 'D' }],
      usage: { inTokens: 3, outTokens: 4, model: 'm' },
    });
    expect(steps).toEqual(['urn:q 1', 'urn:z 0']);
    expect(asked).toMatchObject([
      { query: 'Who is Anne?', collection: 'c1', entity_limit: 0, streaming: false, parent_uri: 'urn:u/i1' },
    ]);
  });

  it('structured-query: rows as JSON, none as null, broken ones named', async () => {
    const asked = await service([{ error: null, data: '[{"total":3}]', errors: ['slow'] }]);
    await using tables = await openStructuredQueryClient(environment, queues);
    expect(await tables.ask('How many?', 'sales')).toEqual({ data: [{ total: 3 }], errors: ['slow'] });
    expect(asked).toEqual([{ question: 'How many?', collection: 'sales' }]);
    const broken = { request: 'request:tg:broken:w:f', response: 'response:tg:broken:w:f' };
    await service([{ error: null, data: '[{', errors: [] }], broken);
    await using others = await openStructuredQueryClient(environment, broken);
    await expect(others.ask('', '')).rejects.toThrow('StructuredQueryResponse.data: must be JSON text');
  });

  it('row-embeddings: embeds the query, then asks for values like it', async () => {
    const embeddings = { request: 'request:tg:e:w:f', response: 'response:tg:e:w:f' };
    await service([{ error: null, vectors: [[0.5, 1]] }], embeddings);
    const asked = await service([
      { error: null, matches: [{ index_name: 'name', index_value: ['Anne'], text: 'Anne', score: 0.912 }] },
    ]);
    await using rows = await openRowEmbeddingsClient(environment, { embeddings, rows: queues });
    const index = { collection: 'c', schemaName: 'customers', limit: 20 };
    expect(await rows.find('ann', index)).toEqual([{ indexName: 'name', indexValue: ['Anne'], text: 'Anne', score: 0.912 }]);
    expect(asked).toEqual([{ vector: [0.5, 1], limit: 20, collection: 'c', schema_name: 'customers', index_name: null }]);
  });

  it('librarian: adds a text as the stock agent was seen to', async () => {
    const asked = await service([{ error: null, is_final: true }]);
    await using librarian = await openLibrarianClient(environment, queues);
    const id = 'urn:trustgraph:agent:s/i1/observation';
    await librarian.add({ id, title: 'Agent Observation', text: 'forty-two' });
    const described = { id, time: 0, kind: 'text/plain', title: 'Agent Observation', document_type: 'answer' };
    const sizes = { total_size: 0, chunk_size: 0, upload_id: '', chunk_index: 0, include_children: false };
    expect(asked).toEqual([
      {
        operation: 'add-document',
        document_id: id,
        processing_id: '',
        document_metadata: { ...described, comments: '', metadata: [], tags: [], parent_id: '' },
        processing_metadata: null,
        content: 'Zm9ydHktdHdv',
        collection: '',
        criteria: [],
        ...sizes,
      },
    ]);
  });
});
