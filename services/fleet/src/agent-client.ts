import type { AgentRequest, AgentResponse, Init } from '@agent-mem/contract';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { credentialHeaders, type Owner } from './owner.ts';

/** Asks the agent of a running fleet over HTTP and yields its frames. Throws with the fleet's own sentence when it refuses. */
export async function* invoke(owner: Owner, request: Init<AgentRequest>, signal: AbortSignal): AsyncIterable<AgentResponse> {
  const response = await fetch(`${owner.url}/v1/agent/invoke`, {
    method: 'POST',
    headers: { ...credentialHeaders(owner), accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  });
  if (!response.ok || !response.body) throw new Error(await refusal(response));
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const event of events) {
    // What the gateway sends as data is a frame of the contract.
    yield JSON.parse(event.data) as AgentResponse;
  }
}

async function refusal(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return `HTTP ${response.status}`;
  }
}
