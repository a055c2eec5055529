import { iri, literal, type RunNames, retrievalGraph, type Triple, triple, type Usage } from '@agent-mem/trustgraph';
import { spacedJson } from '../steps/python-text.ts';

/** Where the words of provenance come from. */
export const vocabulary = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  label: 'http://www.w3.org/2000/01/rdf-schema#label',
  prov: 'http://www.w3.org/ns/prov#',
  tg: 'https://trustgraph.ai/ns/',
} as const;
const { rdf, label, prov, tg } = vocabulary;

/** A step of a run's provenance: its URI, and what is said of it. */
export interface Explained {
  readonly id: string;
  readonly triples: readonly Triple[];
}

/** The question. `parentSession` is the one of a supervisor that has asked it. */
export function sessionExplained(names: RunNames, question: string, startedAt: string, parentSession: string): Explained {
  const about = subject(names.session);
  return {
    id: names.session,
    triples: [
      ...about.types(`${prov}Entity`, `${tg}Question`, `${tg}AgentQuestion`),
      about.says(label, 'Agent Question'),
      about.says(`${prov}startedAtTime`, startedAt),
      about.says(`${tg}query`, question),
      ...(parentSession === '' ? [] : [about.links(`${prov}wasDerivedFrom`, `urn:trustgraph:agent:${parentSession}/decompose`)]),
    ],
  };
}

/** What the model decided in a step, before it is done. */
export interface Decision {
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The tools it could choose from. */
  readonly candidates: readonly string[];
  readonly modelMs: number;
  readonly usage: Usage;
  /** The librarian has the thought. */
  readonly isThoughtStored: boolean;
}

/** A decision for a tool, counted from 1. */
export function decisionExplained(names: RunNames, step: number, decision: Decision): Explained {
  const { action, args, candidates, modelMs, usage, isThoughtStored } = decision;
  const id = names.iteration(step);
  const about = subject(id);
  const thought = subject(names.thought(step));
  return {
    id,
    triples: [
      ...about.types(`${prov}Entity`, `${tg}Analysis`, `${tg}ToolUse`),
      about.says(label, `Analysis: ${action}`),
      about.says(`${tg}action`, action),
      about.says(`${tg}arguments`, spacedJson(args)),
      ...candidates.map((candidate) => about.says(`${tg}toolCandidate`, candidate)),
      about.says(`${tg}stepNumber`, String(step)),
      about.says(`${tg}llmDurationMs`, String(modelMs)),
      about.links(`${prov}wasDerivedFrom`, before(names, step)),
      ...(isThoughtStored
        ? [
            about.links(`${tg}thought`, names.thought(step)),
            ...thought.types(`${tg}Reflection`, `${tg}Thought`),
            thought.says(label, 'Thought'),
            thought.links(`${prov}wasDerivedFrom`, id),
            thought.links(`${tg}document`, names.thought(step)),
          ]
        : []),
      ...(usage.inTokens === null ? [] : [about.says(`${tg}inToken`, String(usage.inTokens))]),
      ...(usage.outTokens === null ? [] : [about.says(`${tg}outToken`, String(usage.outTokens))]),
      ...(usage.model === null ? [] : [about.says(`${tg}llmModel`, usage.model)]),
    ],
  };
}

/** What a tool gave. */
export interface Seen {
  /** URI that it follows from: the decision, or the last step of the tool's own provenance. */
  readonly from: string;
  readonly isStored: boolean;
  readonly toolMs: number;
  /** Why the tool failed, or `null`. */
  readonly error: string | null;
}

export function observationExplained(names: RunNames, step: number, { from, isStored, toolMs, error }: Seen): Explained {
  const id = names.observation(step);
  const about = subject(id);
  return {
    id,
    triples: [
      ...about.types(`${prov}Entity`, `${tg}Observation`),
      about.says(label, 'Observation'),
      about.links(`${prov}wasDerivedFrom`, from),
      ...(isStored ? [about.links(`${tg}document`, id)] : []),
      about.says(`${tg}toolDurationMs`, String(toolMs)),
      ...(error === null ? [] : [about.says(`${tg}toolError`, error), ...about.types(`${tg}Error`)]),
    ],
  };
}

/** The answer, which the step of this number has given. */
export function answerExplained(names: RunNames, step: number, isStored: boolean): Explained {
  const about = subject(names.final);
  return {
    id: names.final,
    triples: [
      ...about.types(`${prov}Entity`, `${tg}Conclusion`, `${tg}Answer`),
      about.says(label, 'Conclusion'),
      about.links(`${prov}wasDerivedFrom`, before(names, step)),
      ...(isStored ? [about.links(`${tg}document`, names.answerDocument)] : []),
      about.says(`${tg}terminationReason`, 'final-answer'),
    ],
  };
}

/** What a step follows from. Clients go along this chain, and anything else in it ends their way. */
function before(names: RunNames, step: number): string {
  return step === 1 ? names.session : names.observation(step - 1);
}

/** What may be said of a thing, each as a triple. */
export function subject(id: string) {
  const links = (predicate: string, object: string) => triple(id, predicate, iri(object), retrievalGraph);
  return {
    links,
    says: (predicate: string, text: string) => triple(id, predicate, literal(text), retrievalGraph),
    types: (...types: readonly string[]) => types.map((type) => links(`${rdf}type`, type)),
  };
}
