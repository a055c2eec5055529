import type { Fact } from '@agent-mem/contract';
import { iri, literal, type Triple, triple } from '@agent-mem/trustgraph';
import { vocabulary } from './explain/explain.ts';

const { rdf, label, prov } = vocabulary;
const own = 'urn:agent-mem:';
/** Where TrustGraph's own extraction names entities and relations. */
const entities = 'http://trustgraph.ai/e/';
/** The graph of what is said about facts, apart from the one that its questions go to. */
const memoryGraph = 'urn:graph:memory';
/** An object of more words is a text rather than a thing. */
const mostWords = 4;

/** The name of a fact in the store. */
export function factName({ id }: Pick<Fact, 'id'>): string {
  return `${own}fact:${id}`;
}

/**
 * A fact as TrustGraph's knowledge: where it has subject, predicate and object, the statement, named as TrustGraph's own extraction names things, so that both meet; and beside
 * it, in a graph of their own, the fact's words and where they come from.
 */
export function factTriples(fact: Fact): readonly Triple[] {
  const { content, subject, predicate, object, confidence, timestamp, conversation_id } = fact;
  const name = factName(fact);
  const says = (about: string, text: string) => triple(name, about, literal(text), memoryGraph);
  return [
    ...(subject && predicate && object ? statement(subject, predicate, object) : []),
    triple(name, `${rdf}type`, iri(`${own}Fact`), memoryGraph),
    says(label, content),
    says(`${own}confidence`, String(confidence)),
    says(`${prov}generatedAtTime`, timestamp),
    ...(conversation_id ? [says(`${own}conversation`, conversation_id)] : []),
  ];
}

function statement(subject: string, predicate: string, object: string): readonly Triple[] {
  const isThing = object.trim().split(/\s+/).length <= mostWords;
  return [
    triple(entity(subject), entity(predicate), isThing ? iri(entity(object)) : literal(object)),
    triple(entity(subject), label, literal(subject)),
    triple(entity(predicate), label, literal(predicate)),
    ...(isThing ? [triple(entity(object), label, literal(object))] : []),
  ];
}

/** As Python quotes a path. */
function entity(text: string): string {
  const escaped = encodeURIComponent(text.replaceAll(' ', '-').toLowerCase()).replaceAll('%2F', '/');
  return entities + escaped.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
