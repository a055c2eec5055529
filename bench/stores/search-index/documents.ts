import type { Embedder } from '@agent-mem/llm';
import { loadStaticEmbedder } from '@agent-mem/local';
import { describeText, queryTerms, weighTerms } from '@agent-mem/recall/ranking';
import type { EmbeddedVector, IndexDocument, MessagePosition, SearchIndex } from '@agent-mem/storage';
import { conversationOf, idOf, inConversation, scope, texts, timeOf } from '../memories.ts';

/** What somebody asks: by words and by a vector. */
export interface Question {
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
  readonly vector: EmbeddedVector;
}

/** Documents and questions as services make them, with the embedder that comes along. */
export class Documents {
  readonly #embedder: Embedder;

  private constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  static async load(): Promise<Documents> {
    return new Documents(await loadStaticEmbedder());
  }

  async of(numbers: readonly number[]): Promise<readonly IndexDocument[]> {
    const contents = numbers.map((number) => texts.text(number));
    const vectors = await this.#vectors(contents);
    return numbers.map((number, index) => {
      const text = contents[index] ?? '';
      const { terms, length, fields } = describeText({ text, speaker: 'Anne' });
      const vector = vectors[index];
      return {
        id: idOf('msg', number),
        kind: 'Message',
        version: 1,
        ...positionOf(number),
        visibility: 'scope',
        role: 'user',
        timestamp: Date.parse(timeOf(number)),
        terms,
        length,
        vectors: vector ? [vector] : [],
        fields: { ...fields },
        attributes: null,
      };
    });
  }

  /** Questions whose terms are weighed by what the index holds. */
  async questions(numbers: readonly number[], index: SearchIndex): Promise<readonly Question[]> {
    const asked = numbers.map((number) => texts.question(number));
    const vectors = await this.#vectors(asked);
    return await Promise.all(
      asked.map(async (text, position) => {
        const terms = queryTerms(text);
        const statistics = await index.statistics(scope, { kinds: ['Message'], terms });
        return { terms: weighTerms(terms, statistics), vector: vectors[position] as EmbeddedVector };
      }),
    );
  }

  async #vectors(contents: readonly string[]): Promise<readonly EmbeddedVector[]> {
    const vectors = await this.#embedder.embed(contents, { signal: new AbortController().signal });
    return vectors.map((values) => {
      if (!values) throw new Error('The embedder refuses a text of the documents');
      return { embedder: this.#embedder.id, values };
    });
  }
}

/** Where the message of a number stands. */
export function positionOf(number: number): MessagePosition {
  return { conversationId: conversationOf(number), ordinal: 1 + (number % inConversation) };
}
