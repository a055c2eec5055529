import { objectAt, readField, text } from '../field.ts';
import type { Term, Triple } from '../messages/triples.ts';
import { termMessage } from '../messages/triples.ts';

/** A term as the gateway writes it for clients: `{"t":"i","i":"urn:a"}`, `{"t":"l","v":"tea"}`, `{"t":"b","d":"_:x"}`, `{"t":"t","tr":{…}}`. */
export type CompactTerm = Readonly<Record<string, unknown>>;

/** The gateway's form of a triple. The default graph is not named. */
export function compactTriple({ s, p, o, g }: Triple): Readonly<Record<string, unknown>> {
  return {
    ...(s && { s: compactTerm(s) }),
    ...(p && { p: compactTerm(p) }),
    ...(o && { o: compactTerm(o) }),
    ...(g !== null && { g }),
  };
}

/** The bus's form of the gateway's triple. Throws `invalid-argument` that names what is malformed. */
export function tripleFromCompact(json: unknown, path = 'triple'): Triple {
  const object = objectAt(json, path);
  const term = (name: 's' | 'p' | 'o') => (object[name] === undefined ? null : termFromCompact(object[name], `${path}.${name}`));
  return { s: term('s'), p: term('p'), o: term('o'), g: readField(text(), object.g, `${path}.g`) || null };
}

function compactTerm(term: Term): CompactTerm {
  switch (term.type) {
    case 'i':
      return { t: 'i', i: term.iri };
    case 'b':
      return { t: 'b', d: term.id };
    case 'l':
      return {
        t: 'l',
        v: term.value,
        ...(term.datatype !== '' && { dt: term.datatype }),
        ...(term.language !== '' && { ln: term.language }),
      };
    case 't':
      return { t: 't', ...(term.triple && { tr: compactTriple(term.triple) }) };
    default:
      return { t: term.type };
  }
}

function termFromCompact(json: unknown, path: string): Term {
  const object = objectAt(json, path);
  const read = (name: string) => readField(text(), object[name], `${path}.${name}`);
  return termMessage.make({
    type: read('t'),
    iri: read('i'),
    id: read('d'),
    value: read('v'),
    datatype: read('dt'),
    language: read('ln'),
    triple: object.tr === undefined ? null : tripleFromCompact(object.tr, `${path}.tr`),
  });
}
