import { describe, expect, it } from 'vitest';
import { messagesOf, recorded } from '../../test/recorded.ts';
import { agentRequestMessage, agentResponseMessage } from '../messages/agent.ts';
import { graphRagResponseMessage } from '../messages/graph-rag.ts';
import { promptResponseMessage } from '../messages/prompt.ts';
import { structuredQueryResponseMessage } from '../messages/structured-query.ts';
import { textCompletionResponseMessage } from '../messages/text-completion.ts';
import { toolResponseMessage } from '../messages/tool.ts';
import { iri, literal, termMessage, triple } from '../messages/triples.ts';
import { agentRequestFromGateway, agentResponseToGateway } from './agent.ts';
import * as services from './services.ts';
import { compactTriple, tripleFromCompact } from './triples.ts';

/** The client's questions and the answers to them in a recording, as the gateway passed them. */
function talk(name: string) {
  const frames = recorded(name).client as readonly { request?: unknown; response?: { error?: unknown }; id?: string }[];
  return {
    asked: frames.flatMap(({ request }) => (request === undefined ? [] : [request])),
    answered: frames.flatMap(({ response }) => (response === undefined ? [] : [response])),
  };
}

const agentTalks = [
  'whole-tool',
  'streaming-tool',
  'history',
  'other-agent-streaming',
  'other-agent-minimal',
  'error-frame-b',
  'error-frame-c',
];

describe('an agent, as the gateway translates', () => {
  it.each(agentTalks)('%s: the client’s JSON becomes the request that the bus carried', (name) => {
    const [asked] = talk(name).asked;
    const [carried] = messagesOf(recorded(name), 'request/agent');
    expect(agentRequestFromGateway(asked)).toEqual(agentRequestMessage.decode(carried?.payload ?? ''));
  });

  it.each(agentTalks)('%s: the bus’s frames become the JSON that the client got', (name) => {
    const frames = messagesOf(recorded(name), 'response/agent').map(({ payload }) => agentResponseMessage.decode(payload));
    const questions = talk(name).answered.length;
    expect(questions).toBeGreaterThan(0);
    expect(frames.slice(0, questions).map(agentResponseToGateway)).toEqual(talk(name).answered);
  });

  it('drops what it does not know, and wants a question', () => {
    expect(agentRequestFromGateway({ question: 'What?', enable_memory: true, user: 'u1' })).toEqual(
      agentRequestMessage.make({ question: 'What?' }),
    );
    expect(() => agentRequestFromGateway({})).toThrow('AgentRequest.question: is missing');
  });

  it('shows an error as one', () => {
    const frame = agentResponseMessage.make({ content: 'boom', error: { type: 'agent-error', message: 'boom' } });
    expect(agentResponseToGateway(frame)).toEqual({ error: { type: 'agent-error', message: 'boom' } });
  });
});

describe('triples, as the gateway writes them', () => {
  it('come back the same', () => {
    const tea = termMessage.make({ type: 'l', value: 'tea', datatype: 'xsd:string', language: 'en' });
    const quoted = termMessage.make({ type: 't', triple: triple('urn:a', 'urn:b', iri('urn:c')) });
    const blank = termMessage.make({ type: 'b', id: '_:x' });
    for (const o of [tea, quoted, blank, literal(''), iri('urn:o')]) {
      const whole = triple('urn:s', 'urn:p', o, 'urn:graph:retrieval');
      expect(tripleFromCompact(compactTriple(whole))).toEqual(whole);
    }
    expect(compactTriple(triple('urn:s', 'urn:p', tea))).toEqual({
      s: { t: 'i', i: 'urn:s' },
      p: { t: 'i', i: 'urn:p' },
      o: { t: 'l', v: 'tea', dt: 'xsd:string', ln: 'en' },
    });
  });

  it('are refused by the name of what is malformed', () => {
    expect(() => tripleFromCompact({ s: { t: 'i', i: 5 } })).toThrow('triple.s.i: must be a string, got 5');
  });
});

describe('a flow’s services, as the gateway translates', () => {
  it('take prompts with terms or with variables', () => {
    const request = { id: 'question', variables: { question: 'Who?', n: 3 } };
    expect(services.promptRequestFromGateway(request)).toEqual({
      id: 'question',
      terms: { question: '"Who?"', n: '3' },
      streaming: false,
    });
    expect(services.promptRequestFromGateway({ id: 'q', terms: { a: '"b"' }, streaming: true })).toEqual({
      id: 'q',
      terms: { a: '"b"' },
      streaming: true,
    });
  });

  it('take completions, tools, the graph and tables', () => {
    expect(services.textCompletionRequestFromGateway({ system: 's', prompt: 'p', 'response-format': 'json' })).toMatchObject({
      system: 's',
      response_format: 'json',
      streaming: false,
    });
    expect(services.toolRequestFromGateway({ name: 'add', parameters: { a: 1 } })).toEqual({
      name: 'add',
      parameters: '{"a":1}',
    });
    expect(services.toolRequestFromGateway({ name: 'add', parameters: '{"a":1}' })).toEqual({
      name: 'add',
      parameters: '{"a":1}',
    });
    expect(services.graphRagQueryFromGateway({ query: 'q', 'entity-limit': 5 })).toMatchObject({ query: 'q', entity_limit: 5 });
    expect(services.structuredQueryRequestFromGateway({ question: 'q' })).toEqual({ question: 'q', collection: '' });
  });

  it('show answers without what is empty, and errors', () => {
    expect(services.promptResponseToGateway(promptResponseMessage.make({ text: 'hi', end_of_stream: true }))).toEqual({
      text: 'hi',
      end_of_stream: true,
    });
    expect(services.textCompletionResponseToGateway(textCompletionResponseMessage.make({ response: 'hi', model: 'm' }))).toEqual({
      response: 'hi',
      model: 'm',
      end_of_stream: false,
    });
    expect(services.toolResponseToGateway(toolResponseMessage.make({ object: '{}' }))).toEqual({ object: '{}' });
    const error = { type: 'tool-error', message: 'no' };
    expect(services.toolResponseToGateway(toolResponseMessage.make({ error }))).toEqual({ error });
    expect(services.structuredQueryResponseToGateway(structuredQueryResponseMessage.make({ data: '[]' }))).toEqual({
      data: '[]',
      errors: [],
    });
    const explain_triples = [triple('urn:s', 'urn:p', iri('urn:o'))];
    expect(
      services.graphRagResponseToGateway(graphRagResponseMessage.make({ message_type: 'explain', explain_triples })),
    ).toMatchObject({
      message_type: 'explain',
      explain_triples: [{ s: { t: 'i', i: 'urn:s' }, p: { t: 'i', i: 'urn:p' }, o: { t: 'i', i: 'urn:o' } }],
    });
  });
});
