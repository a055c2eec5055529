import type { TopicProducer } from '@agent-mem/messaging';
import { type AgentMessageType, type AgentResponse, agentResponseMessage } from '../messages/agent.ts';
import type { Triple } from '../messages/triples.ts';
import type { Usage } from '../usage.ts';
import { retrievalGraph } from './provenance-names.ts';

/**
 * What the error of a failed run holds beside the frame's own text.
 * - `empty` names its type and leaves its message empty: gateways from 2.10.18 to 2.11.1 pass the frame on whole, and clients on the bus fail.
 * - `none` leaves the error `null`: gateways pass the frame on whole, and clients on the bus take it for a frame like any other.
 * - `text` repeats the text, as TrustGraph's agents do: clients on the bus and of gateways up to 2.8.11 read it, those gateways tell
 *   `'Error' object has no attribute 'code'` instead.
 */
export type ErrorForm = 'empty' | 'none' | 'text';

/** A piece of a thought, an observation or an answer. */
export interface Piece {
  readonly text: string;
  /** URI of what it is a piece of. */
  readonly id: string;
  /** Whether it is the last, or the whole. Default: it is. */
  readonly isLast?: boolean;
}

/**
 * The answer to one question, frame by frame, in order. It ends once, by `finish` or by `fail`, and whatever comes after that
 * is dropped, for a gateway has forgotten the question by then. Every method resolves when the broker has the frame.
 */
export class AgentReply {
  readonly #producer: TopicProducer;
  readonly #id: string;
  readonly #errors: ErrorForm;
  readonly #mayEnd: () => Promise<boolean>;
  #hasEnded = false;

  /** `mayEnd` is asked before the end: if not, somebody else ends it, and this one is silent. Default: it may. */
  constructor(producer: TopicProducer, id: string, errors: ErrorForm, mayEnd = async () => true) {
    this.#producer = producer;
    this.#id = id;
    this.#errors = errors;
    this.#mayEnd = mayEnd;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  thought(piece: Piece): Promise<void> {
    return this.#piece('thought', piece);
  }

  observation(piece: Piece): Promise<void> {
    return this.#piece('observation', piece);
  }

  /** A piece of the answer with more to come. */
  answerPart(piece: Omit<Piece, 'isLast'>): Promise<void> {
    return this.#piece('answer', { ...piece, isLast: false });
  }

  /** The whole answer, or after its parts "", and with it the end. */
  finish({ text, id }: Omit<Piece, 'isLast'>, usage?: Usage): Promise<void> {
    return this.#end({
      ...typed('answer'),
      content: text,
      message_id: id,
      ...(usage && { in_token: usage.inTokens, out_token: usage.outTokens, model: usage.model }),
    });
  }

  /** A step of provenance, by its URI. */
  explain(id: string, triples: readonly Triple[], graph: string = retrievalGraph): Promise<void> {
    return this.#send({ ...typed('explain'), explain_id: id, explain_graph: graph, explain_triples: triples });
  }

  /** Ends with an error in words. `type` is TrustGraph's name for its kind. */
  fail(text: string, type = 'agent-error'): Promise<void> {
    const error = this.#errors === 'none' ? null : { type, message: this.#errors === 'text' ? text : '' };
    return this.#end({ ...typed('error'), content: text, error });
  }

  /** Says nothing more: somebody else goes on with the question. */
  leave(): void {
    this.#hasEnded = true;
  }

  #piece(type: AgentMessageType, { text, id, isLast = true }: Piece): Promise<void> {
    return this.#send({ ...typed(type), content: text, message_id: id, end_of_message: isLast });
  }

  /** A last frame that could not be sent has not ended anything: it may be tried again. */
  async #end(frame: Partial<AgentResponse>): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      if (await this.#mayEnd()) await this.#put({ ...frame, end_of_message: true, end_of_dialog: true });
    } catch (error) {
      this.#hasEnded = false;
      throw error;
    }
  }

  async #send(frame: Partial<AgentResponse>): Promise<void> {
    if (!this.#hasEnded) await this.#put(frame);
  }

  #put(frame: Partial<AgentResponse>): Promise<void> {
    return this.#producer.send({ payload: agentResponseMessage.encode(frame), properties: { id: this.#id } });
  }
}

/** Versions before 2.3.1 read `chunk_type`, later ones `message_type`. */
function typed(type: AgentMessageType): Pick<AgentResponse, 'message_type' | 'chunk_type'> {
  return { message_type: type, chunk_type: type };
}
