import { membersOf } from '@agent-mem/contract';

/** A call of a function, or a fragment of one. */
export interface CallFragment {
  /** `null`: the server numbers no calls. */
  readonly index: number | null;
  /** Empty: the fragment has none. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The text of a message, or of a piece of one. Some models answer in a list of parts, of which those of type `text` are the answer. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => membersOf(part))
    .map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : ''))
    .join('');
}

/** The calls of a message, or the fragments of a piece of one. What is no call is left out. */
export function callsIn(calls: unknown): readonly CallFragment[] {
  if (!Array.isArray(calls)) return [];
  return calls.map(membersOf).flatMap(({ index, id, function: called }) => {
    if (typeof called !== 'object' || called === null) return [];
    const { name, arguments: args } = membersOf(called);
    const number = typeof index === 'number' && Number.isInteger(index) ? index : null;
    return [{ index: number, id: textOr(id), name: textOr(name), arguments: argumentsOf(args) }];
  });
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Some servers send the object itself. */
function argumentsOf(args: unknown): string {
  return typeof args === 'string' ? args : (JSON.stringify(args ?? undefined) ?? '');
}
