import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { callOptions } from './call-options.ts';

/** The signal of a request whose client hangs up before or after its options are made. */
function signalOf(hangsUp: 'before' | 'after'): Promise<AbortSignal> {
  const raw = new IncomingMessage(new Socket());
  const response = new ServerResponse(raw);
  const made = () => {
    // It uses no more of the two than this.
    const request = { raw, headers: {} } as FastifyRequest;
    const options = { defaultTimeoutMs: 1_000, stopping: new AbortController().signal };
    return callOptions(request, { raw: response } as unknown as FastifyReply, options).signal;
  };
  return new Promise((resolve) => {
    const after = hangsUp === 'after' ? made() : null;
    response.once('close', () => resolve(after ?? made()));
    response.destroy();
  });
}

it.each(['before', 'after'] as const)(
  'the signal is aborted where the client hangs up %s the options are made',
  async (hangsUp) => {
    expect((await signalOf(hangsUp)).reason).toMatchObject({ type: 'cancelled', message: 'The client hung up' });
  },
);
