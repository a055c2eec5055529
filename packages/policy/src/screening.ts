import {
  type Event,
  type FreeText,
  OperationError,
  operationFacts,
  type SensitiveFinding,
  type ServiceName,
  withElementTexts,
  withEventTexts,
  withRequestTexts,
} from '@agent-mem/contract';
import { redact } from './detectors/find-sensitive.ts';
import { isJson, redactJson } from './detectors/redact-json.ts';
import { findByPolicy } from './find-by-policy.ts';
import { allowsAll, redactingOnly, type SensitiveAction, type SensitivePolicy } from './settings/sensitive-policy.ts';

/** Kinds of what was found, in words: "what looks like a password or an api-key". */
export function whatLooksLike(kinds: readonly string[]): string {
  return `what looks like ${kinds.map((kind) => `${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind}`).join(' or ')}`;
}

/** A request that was refused for what it holds. */
export class SensitiveDataRefused extends OperationError {
  readonly kind: string;

  constructor(kind: string, path: string) {
    super('failed-precondition', `${path}: holds ${whatLooksLike([kind])}; nothing was stored, since such data is refused here`);
    this.kind = kind;
  }
}

/** What may be stored, and what was found on the way, by kind. */
export interface Screened<Thing> {
  readonly thing: Thing;
  readonly found: readonly SensitiveFinding[];
  /** What of it was found in one member, as in `messages[2]`. */
  foundIn(member: string): readonly SensitiveFinding[];
}

/** Where something was found, and of which kind. */
interface FoundAt {
  readonly path: string;
  readonly kind: string;
  readonly action: SensitiveAction;
}

/**
 * Looks through all free texts of a request that stores. A vector that came with what was redacted is dropped: it was made of more than is stored.
 * Throws `failed-precondition` where it is to be refused, with the kind and the member, never the value.
 */
export function screenRequest<Request extends object>(
  service: ServiceName,
  operation: string,
  request: Request,
  policy: SensitivePolicy,
): Screened<Request> {
  const found: FoundAt[] = [];
  const refuse = (kind: string, path: string) => {
    throw new SensitiveDataRefused(kind, `${operation}.${path}`);
  };
  refuseSensitiveKey(request, '', policy, refuse);
  const screened = withRequestTexts(service, operation, request, screening(policy, found, refuse));
  return { thing: screened === request ? request : withoutVector(screened), ...findings(found) };
}

function withoutVector<Thing extends object>(screened: Thing): Thing {
  return 'embedding' in screened ? { ...screened, embedding: [], embedder: null } : screened;
}

/** A caller's key is refused also where texts are redacted: two keys that differ in what is redacted would be one, and change each other's record. */
function refuseSensitiveKey(
  thing: object,
  prefix: string,
  policy: SensitivePolicy,
  refuse: (kind: string, path: string) => void,
): void {
  const key = 'key' in thing && typeof thing.key === 'string' ? thing.key : '';
  const found = findByPolicy(key, null, policy).find(({ action }) => action !== 'allow');
  if (found) refuse(found.kind, `${prefix}key`);
}

/**
 * Looks through one element of a request whose elements are stored one by one, as `screenRequest` does through a whole one. Throws
 * `failed-precondition` where the element is to be refused.
 */
export function screenElement<Element extends object>(
  service: ServiceName,
  operation: string,
  element: Element,
  index: number,
  policy: SensitivePolicy,
): Screened<Element> {
  const found: FoundAt[] = [];
  const refuse = (kind: string, path: string) => {
    throw new SensitiveDataRefused(kind, `${operation}.${path}`);
  };
  refuseSensitiveKey(element, `${operationFacts(service, operation).each}[${index}].`, policy, refuse);
  const screened = withElementTexts(service, operation, element, index, screening(policy, found, refuse));
  return { thing: screened === element ? element : withoutVector(screened), ...findings(found) };
}

/** Looks through an event. It has happened, so nothing of it can be refused: what would be is redacted. */
export function screenEvent(event: Event, policy: SensitivePolicy): Screened<Event> {
  const found: FoundAt[] = [];
  return { thing: withEventTexts(event, screening(redactingOnly(policy), found, null)), ...findings(found) };
}

/** Members that name something. A user's name may be an e-mail, a conversation's the number of a phone: redacted, they would name something else. */
const names = new Set([
  'key',
  'workspace',
  'user',
  'collection',
  'conversation_id',
  'conversationId',
  'session_id',
  'requestId',
  'request_id',
]);

/** The JSON of a document that is stored for a while, such as a journal's, with all its texts screened. What would be refused is redacted. */
export function screenDocument(document: object, policy: SensitivePolicy): string {
  if (allowsAll(policy)) return JSON.stringify(document);
  const own = redactingOnly(policy);
  const screen = screening(own, [], null);
  const screenName = screening({ ...own, personalData: 'allow' }, [], null);
  return JSON.stringify(document, (name, value) =>
    typeof value === 'string' ? (names.has(name) ? screenName : screen)({ path: name, name, text: value }) : value,
  );
}

/** Looks through one text that a handler has read itself. Throws `failed-precondition` where it is to be refused. */
export function screenText(text: FreeText, policy: SensitivePolicy): Screened<string> {
  const found: FoundAt[] = [];
  const refuse = (kind: string, path: string) => {
    throw new SensitiveDataRefused(kind, path);
  };
  return { thing: screening(policy, found, refuse)(text), ...findings(found) };
}

function screening(
  policy: SensitivePolicy,
  found: FoundAt[],
  refuse: ((kind: string, path: string) => void) | null,
): (text: FreeText) => string {
  return ({ text, name, path }) => {
    const here = findByPolicy(text, name, policy);
    if (here.length === 0) return text;
    const refused = here.find(({ action }) => action === 'refuse');
    if (refused) refuse?.(refused.kind, path);
    found.push(...here.map(({ kind, action }) => ({ path, kind, action })));
    const redacted = here.filter(({ action }) => action !== 'allow');
    if (redacted.length === 0) return text;
    return isJson(text) ? redactJson(text, redacted) : redact(text, redacted);
  };
}

const done = { allow: 'allowed', redact: 'redacted', refuse: 'refused' };

function findings(found: readonly FoundAt[]): Omit<Screened<unknown>, 'thing'> {
  const counted = (some: readonly FoundAt[]) =>
    [...Map.groupBy(some, ({ kind, action }) => `${kind} ${action}`).values()].flatMap(([first, ...rest]) =>
      first ? [{ kind: first.kind, count: 1 + rest.length, action: done[first.action] }] : [],
    );
  return { found: counted(found), foundIn: (member) => counted(found.filter(({ path }) => path.startsWith(`${member}.`))) };
}
