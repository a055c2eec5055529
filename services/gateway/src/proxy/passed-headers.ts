import type { IncomingHttpHeaders } from 'node:http';
import { isLikeKey } from '@agent-mem/access';

/** What holds for one connection alone, by RFC 9110, beside what the header Connection names. */
const ofEachConnection = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
]);
/** What is written anew for the upstream. */
const written = new Set(['host', 'content-length', 'expect', 'accept-encoding']);
/** What is for the fleet. */
const ours = /^x-agent-mem|^x-user$/;

/** The headers that an upstream gets: the caller's, without ours and without a key of ours. Its reply must not be compressed, since it is read on its way. */
export function headersUp(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const passed = passedOn(headers).filter(([name, value]) => !written.has(name) && !ours.test(name) && !isOurKey(value));
  return { ...Object.fromEntries(passed), 'accept-encoding': 'identity' };
}

/** A program that was given our key as its model's: no other server is to see it. */
function isOurKey(value: string | string[]): boolean {
  return typeof value === 'string' && isLikeKey(value.replace(/^bearer\s+/i, ''));
}

/** The headers that a client gets of an upstream's. */
export function headersDown(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  return Object.fromEntries(passedOn(headers));
}

function passedOn(headers: IncomingHttpHeaders): readonly (readonly [string, string | string[]])[] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || ofEachConnection.has(name) || named.has(name) ? [] : [[name, value] as const],
  );
}

/** What a page of another origin may send to the wires beside what operations take: ours, and those of the makers' own clients. */
export const proxyHeaders: readonly string[] = [
  ...['x-agent-mem', 'x-agent-mem-key', 'x-agent-mem-conversation', 'x-api-key', 'openai-organization', 'openai-project'],
  ...['anthropic-version', 'anthropic-beta', 'anthropic-dangerous-direct-browser-access'],
  ...['x-goog-api-key', 'x-goog-api-client'],
  ...[
    'arch',
    'lang',
    'os',
    'package-version',
    'retry-count',
    'runtime',
    'runtime-version',
    'timeout',
    'helper-method',
    'helper',
  ].map((name) => `x-stainless-${name}`),
];
/** What a page may read of ours in an answer. */
export const answerHeaders: readonly string[] = [
  ...['x-agent-mem', 'x-agent-mem-conversation', 'x-agent-mem-receipt', 'x-agent-mem-used', 'x-request-id', 'request-id'],
];
