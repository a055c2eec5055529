import { describe, expect, it } from 'vitest';
import { OperationError } from '../error.ts';
import { inWords, type OperationWords, routeWords, rpcWords } from './operation-words.ts';

const said = (message: string, words: OperationWords) =>
  inWords(new OperationError('failed-precondition', message), words).message;

describe('the text of an error', () => {
  it('names an operation as its caller does', () => {
    const text = 'Memory is off (graph.update_settings turns it on); working-memory.append was refused.';
    expect(said(text, routeWords)).toBe(
      'Memory is off (POST /v1/graph/update-settings turns it on); POST /v1/working-memory/append was refused.',
    );
    expect(said(text, rpcWords)).toBe(
      'Memory is off (agentmem.v1.GraphService/UpdateSettings turns it on); agentmem.v1.WorkingMemoryService/Append was refused.',
    );
    expect(said('Ask facts.store.', routeWords)).toBe('Ask POST /v1/facts/store.');
  });

  it.each([
    'facts.fly is nothing',
    'agentmem.facts.store',
    'my-facts.store',
    'facts.store.user: is not known',
    'got "facts.store"',
    'see https://example.org/facts.store',
    'facts.storehouse',
  ])('is left alone where it names none: %s', (text) => {
    expect(said(text, routeWords)).toBe(text);
  });

  it('changes nothing else of the error', () => {
    const error = new OperationError('aborted', 'facts.store lost', { retryable: false });
    const worded = inWords(error, routeWords);
    expect(worded).toMatchObject({ type: 'aborted', retryable: false, cause: error });
    expect(inWords(worded, routeWords)).toBe(worded);
  });
});
