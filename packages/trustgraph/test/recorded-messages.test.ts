import { describe, expect, it } from 'vitest';
import {
  agentRequestMessage,
  agentResponseMessage,
  configPushMessage,
  configRequestMessage,
  configResponseMessage,
  passthroughRequestMessage,
  passthroughResponseMessage,
  promptRequestMessage,
  promptResponseMessage,
  textCompletionRequestMessage,
  textCompletionResponseMessage,
  toolRequestMessage,
  toolResponseMessage,
  triplesMessage,
} from '../src/index.ts';
import type { WireMessage } from '../src/wire-message.ts';
import { recorded, recordings } from './recorded.ts';

const messages: Readonly<Record<string, WireMessage<object>>> = {
  'request/agent': agentRequestMessage,
  'response/agent': agentResponseMessage,
  'request/config': configRequestMessage,
  'response/config': configResponseMessage,
  'notify/config': configPushMessage,
  'request/memory': passthroughRequestMessage,
  'response/memory': passthroughResponseMessage,
  'request/prompt-rag': promptRequestMessage,
  'response/prompt-rag': promptResponseMessage,
  'request/text-completion-rag': textCompletionRequestMessage,
  'response/text-completion-rag': textCompletionResponseMessage,
  'request/mcp-tool': toolRequestMessage,
  'response/mcp-tool': toolResponseMessage,
  'flow/triples-store': triplesMessage,
};
/** Answered by something other than TrustGraph. */
const others = /^(other-agent|error-frame)/;

const all = recordings.flatMap((name) =>
  recorded(name).bus.map((message, index) => {
    const kind = message.topic.replace(/^[^/]+\/\/tg\//, '').split(':')[0] ?? '';
    return { name, index, kind, message: messages[kind], payload: message.payload };
  }),
);

describe('recorded messages', () => {
  it('are of every kind this package names and recordings have', () => {
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(Object.keys(messages)));
  });

  it.each(recordings)('of %s are read', (name) => {
    for (const { message, payload, kind, index } of all.filter((one) => one.name === name)) {
      const said = JSON.parse(payload) as Record<string, unknown>;
      expect(message?.decode(payload), `${kind} ${index}`).toMatchObject(withoutNulls(said));
    }
  });

  it.each(recordings.filter((name) => !others.test(name)))('of %s are written with the members TrustGraph writes', (name) => {
    for (const { message, payload, kind, index } of all.filter((one) => one.name === name)) {
      const said = JSON.parse(payload) as Record<string, unknown>;
      // Ours says the type twice, for versions before 2.3.1 too; the gateway's and clients' nulls and gaps are written as defaults.
      const written = JSON.parse(message?.encode({}) ?? '{}') as Record<string, unknown>;
      const own = Object.keys(written).filter((member) => member !== 'chunk_type');
      const partial = kind === 'request/config' && !('keys' in said);
      if (!partial) expect(own, `${kind} ${index}`).toEqual(Object.keys(said));
    }
  });
});

/** `null` may read as a default. */
function withoutNulls(json: unknown): object {
  const members = Object.entries(json as object).filter(([, value]) => value !== null);
  return Object.fromEntries(members.map(([key, value]) => [key, typeof value === 'object' ? nested(value) : value]));
}

function nested(value: object): object {
  return Array.isArray(value)
    ? value.map((item: unknown) => (typeof item === 'object' && item !== null ? nested(item) : item))
    : withoutNulls(value);
}
