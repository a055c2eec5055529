import { request } from 'node:http';

/** Where the fleet is, and by which key it is asked. */
export interface FleetAddress {
  readonly url: string;
  /** Empty: none. */
  readonly key: string;
}

/** The address that the environment names. */
export function fleetAddress({ AGENT_MEM_URL, AGENT_MEM_KEY }: Readonly<Record<string, string | undefined>>): FleetAddress {
  return { url: (AGENT_MEM_URL || 'http://127.0.0.1:8700').replace(/(?<!\/)\/+$/, ''), key: AGENT_MEM_KEY ?? '' };
}

/** The fleet has answered, and not with success. */
export class FleetRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The fleet answered ${status}`);
    this.status = status;
  }
}

interface Question {
  readonly body: object;
  readonly idempotencyKey?: string;
  /** Aborted, it ends the request and closes its connection. */
  readonly signal: AbortSignal;
}

/** Calls an operation, as `agent/recall`. Rejects where the fleet does not answer it with success. */
export function callFleet(
  { url, key }: FleetAddress,
  operation: string,
  { body, idempotencyKey, signal }: Question,
): Promise<unknown> {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...(key && { authorization: `Bearer ${key}` }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/${operation}`, { method: 'POST', headers, signal, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new FleetRefusal(response.statusCode ?? 0));
        try {
          resolve(JSON.parse(Buffer.concat(parts).toString()));
        } catch (error) {
          reject(error);
        }
      });
    });
    asked.on('error', reject);
    asked.end(bytes);
  });
}
