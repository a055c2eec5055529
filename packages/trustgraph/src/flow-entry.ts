import { OperationError } from '@agent-mem/contract';
import { map, objectAt, text } from './field.ts';
import { jsonIn } from './json-text.ts';
import { topicOfQueue } from './queue-name.ts';

/** What a processor has to do with one flow: its queues and its parameters, by the names the blueprint gives them. */
export interface FlowEntry {
  readonly workspace: string;
  readonly flow: string;
  /** Queues as configuration writes them: `topicOfQueue` makes topics of them. `request` and `response` are always there. */
  readonly topics: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
}

const required = ['request', 'response'];
const strings = map(text());

/**
 * Reads the value of config type `processor:<id>`, key = the flow: `{"topics": {…}, "parameters": {…}}`, or, before 2.3.13, both in one
 * object, where what names a queue is a topic. Throws `invalid-argument` that names the flow and what is missing or malformed.
 */
export function readFlowEntry(workspace: string, flow: string, value: string): FlowEntry {
  const path = `flow ${workspace}/${flow}`;
  const json = objectAt(jsonIn(value, path, 'invalid-argument'), path);
  const isFlat = !('topics' in json);
  const all = isFlat ? Object.entries(strings.read(json, path)) : [];
  const topics = isFlat
    ? Object.fromEntries(all.filter(([, word]) => isQueue(word)))
    : strings.read(json.topics, `${path}.topics`);
  for (const name of required) {
    if (!topics[name]) throw new OperationError('invalid-argument', `${path}.topics.${name}: is missing`);
  }
  for (const [name, queue] of Object.entries(topics)) checked(queue, `${path}.topics.${name}`);
  const parameters = isFlat
    ? Object.fromEntries(all.filter(([, word]) => !isQueue(word)))
    : strings.read(json.parameters ?? {}, `${path}.parameters`);
  return { workspace, flow, topics, parameters };
}

/** Where a step is handed on: to the queue `next`, or, where the flow names none, to that of its questions. */
export function nextQueue({ topics }: Pick<FlowEntry, 'topics'>): string {
  return topics.next ?? topics.request ?? '';
}

/** Whether a step that is handed on comes back to the queue of the questions. */
export function handsOnToItself(entry: Pick<FlowEntry, 'topics'>): boolean {
  return nextQueue(entry) === entry.topics.request;
}

/** Whether a running flow may go on with the other entry's queues, only its parameters differ. */
export function sameTopics(one: FlowEntry, other: FlowEntry): boolean {
  return sameStrings(one.topics, other.topics);
}

/** Whether nothing differs. */
export function sameEntry(one: FlowEntry, other: FlowEntry): boolean {
  return sameTopics(one, other) && sameStrings(one.parameters, other.parameters);
}

/** Whether two objects of strings say the same, in whatever order. */
export function sameStrings(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}

function isQueue(word: string): boolean {
  try {
    return topicOfQueue(word) !== '';
  } catch {
    return false;
  }
}

function checked(queue: string, path: string): void {
  try {
    topicOfQueue(queue);
  } catch (cause) {
    throw new OperationError('invalid-argument', `${path}: ${(cause as Error).message}`, { cause });
  }
}
