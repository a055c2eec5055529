import { OperationError } from '@agent-mem/contract';
import type { Reranker } from '@agent-mem/llm';
import { withBoundedBody } from '@agent-mem/runtime';
import { failureOf, refusal, strangeAnswer } from './refusal.ts';
import { scoresOf } from './scores.ts';

/** A server with a rerank endpoint, and what to ask of it. */
export interface RerankServer {
  /** `http://127.0.0.1:8080` means `http://127.0.0.1:8080/rerank`; an address with a path is taken as it is. */
  readonly url: string;
  /** Empty: the server has one model and needs no name. */
  readonly model: string;
  /** Empty: the server asks for none. */
  readonly apiKey: string;
  /** What its scores are: probabilities from 0 to 1 (Cohere, Jina, vLLM, TEI) or logits (llama.cpp). */
  readonly scores: 'probability' | 'logit';
}

/** Characters. Cross-encoders read some 500 tokens; more would only travel. */
const longestText = 8_000;
/** Bytes of an answer for each text: some servers send the text back with its score. */
const bytesPerScore = 65_536;

/**
 * A reranker behind `POST /rerank` as Cohere and Jina shaped it; TEI's answer, a bare list with `score`, is understood too.
 * Its id is `rerank:<model>`.
 */
export function createEndpointReranker(server: RerankServer): Reranker {
  const address = addressOf(server.url);
  return {
    id: `rerank:${server.model || address.host}`,
    async rerank(query, texts, { signal }) {
      if (signal.aborted) throw new OperationError('cancelled', 'The request to the reranker was cancelled');
      if (texts.length === 0) return [];
      const documents = texts.map((text) => text.slice(0, longestText).toWellFormed());
      // TEI reads `texts` and leaves `documents` alone; the others do the reverse.
      const body = { query: query.toWellFormed(), documents, texts: documents, top_n: documents.length, return_documents: false };
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(server.apiKey === '' ? {} : { authorization: `Bearer ${server.apiKey}` }),
          },
          body: JSON.stringify(server.model === '' ? body : { ...body, model: server.model }),
          redirect: 'error',
          signal,
        });
        const response = withBoundedBody(answer, { mostBytes: documents.length * bytesPerScore, tooLong });
        if (!response.ok) throw refusal(response.status, await response.text(), server.apiKey);
        return logitsOf(await jsonOf(response), documents.length, server.scores);
      } catch (cause) {
        throw failureOf(cause, signal);
      }
    },
  };
}

/** ln(p / (1 − p)) of a probability, kept finite at its ends. */
function logit(probability: number): number {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, probability));
  return Math.log(inside / (1 - inside));
}

function logitsOf(answer: unknown, expected: number, kind: RerankServer['scores']): readonly number[] {
  const scores = scoresOf(answer, expected);
  if (kind === 'logit') return scores;
  if (scores.some((score) => score < 0 || score > 1)) {
    throw new OperationError(
      'failed-precondition',
      "The reranker's scores are not from 0 to 1: they are logits, so say so (RERANK_SCORES=logit)",
    );
  }
  return scores.map(logit);
}

function tooLong(): OperationError {
  return strangeAnswer('its answer is longer than scores are');
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (cause instanceof SyntaxError) throw strangeAnswer('it is no JSON');
    throw cause;
  }
}

/** Throws an `Error` if the text is no address. */
function addressOf(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`"${text}" is no http address of a server`);
  return url.pathname === '/' ? new URL('/rerank', url) : url;
}
