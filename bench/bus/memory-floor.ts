import { Pending } from './pending.ts';
import { question, type Subject } from './subject.ts';

/** A queue in memory whose consumer is called in a microtask; requests and replies are JSON, as on a bus. */
export function memoryFloor(): Subject {
  const pending = new Pending();
  const replies = queue((text) => pending.end((JSON.parse(text) as { id: string }).id));
  const requests = queue((text) => replies(JSON.stringify({ id: (JSON.parse(text) as { id: string }).id, facts: [] })));
  const messages = queue((text) => pending.end((JSON.parse(text) as { id: string }).id));
  const payloads: string[] = [];
  return {
    ask: () => pending.wait((id) => requests(JSON.stringify({ id, query: question }))),
    store: async () => payloads.push(JSON.stringify({ content: question })),
    deliver: () => pending.wait((id) => messages(JSON.stringify({ id, content: question }))),
    async [Symbol.asyncDispose]() {},
  };
}

function queue(consume: (text: string) => void): (text: string) => void {
  const waiting: string[] = [];
  return (text) => {
    waiting.push(text);
    queueMicrotask(() => consume(waiting.shift() ?? ''));
  };
}
