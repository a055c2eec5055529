import { type Field, lazy, list, nullable, text, type ValueOf } from '../field.ts';
import { type WireMessage, wireMessage } from '../wire-message.ts';

/** A node of a triple as it goes over the bus. `type`: `i` IRI, `b` blank node, `l` literal, `t` quoted triple; unused members are "". */
export interface Term {
  readonly type: string;
  readonly iri: string;
  readonly id: string;
  readonly value: string;
  readonly datatype: string;
  readonly language: string;
  readonly triple: Triple | null;
}

/** A statement; `g` is the graph's IRI, `null` the default graph. */
export interface Triple {
  readonly s: Term | null;
  readonly p: Term | null;
  readonly o: Term | null;
  readonly g: string | null;
}

const quoted: Field<Triple> = lazy(() => tripleMessage);

const termMessage: WireMessage<Term> = wireMessage('Term', {
  type: text(),
  iri: text(),
  id: text(),
  value: text(),
  datatype: text(),
  language: text(),
  triple: nullable(quoted),
});

export const tripleMessage: WireMessage<Triple> = wireMessage('Triple', {
  s: nullable(termMessage),
  p: nullable(termMessage),
  o: nullable(termMessage),
  g: nullable(text()),
});

/** Triples on their way into the graph store (topic `explainability` or `triples-store` of a flow). Nobody answers. */
export const triplesMessage = wireMessage('Triples', {
  metadata: wireMessage('Metadata', { id: text(), root: text(), collection: text() }),
  triples: list(tripleMessage),
});
export type Triples = ValueOf<typeof triplesMessage>;

/** A node named by its IRI. */
export function iri(name: string): Term {
  return termMessage.make({ type: 'i', iri: name });
}

/** A plain text. */
export function literal(value: string): Term {
  return termMessage.make({ type: 'l', value });
}

/** A statement about IRI `s`, in the graph given or the default one. */
export function triple(s: string, p: string, o: Term, g: string | null = null): Triple {
  return tripleMessage.make({ s: iri(s), p: iri(p), o, g });
}
