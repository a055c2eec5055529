import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Topic } from '@agent-mem/contract';
import type { Broker } from './connection.ts';
import { topicPath } from './endpoint.ts';
import { refusal, unreachable } from './refusal.ts';
import { authorization } from './token.ts';

const timeoutMs = 20_000;
const mostRedirects = 5;

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
}

/** What the bus asks of Pulsar's admin REST, where it has its URL. */
export class Admin {
  readonly #url: string;
  readonly #tenant: string;
  readonly #broker: Broker;

  constructor(url: string, tenant: string, broker: Broker) {
    this.#url = url.replace(/\/+$/, '');
    this.#tenant = tenant;
    this.#broker = broker;
  }

  /** How many messages a subscription has not had acknowledged; `null` if there is no such subscription. */
  async backlog(topic: Topic, name: string): Promise<number | null> {
    const path = `${topicPath(this.#tenant, topic)}/stats?getPreciseBacklog=true`;
    const answer = await this.#get(path);
    if (answer === null) return null;
    const { subscriptions } = JSON.parse(answer) as { subscriptions?: Record<string, { msgBacklog: number }> };
    const found = subscriptions && Object.hasOwn(subscriptions, name) ? subscriptions[name] : undefined;
    return found?.msgBacklog ?? null;
  }

  /** The body of the answer; `null` if there is no such thing. */
  async #get(path: string): Promise<string | null> {
    const what = `GET /admin/v2/${path}`;
    let url = `${this.#url}/admin/v2/${path}`;
    let answer = await this.#ask(url, what);
    // A broker sends the asker on to the one that has the topic.
    for (let redirects = 0; answer.status === 307 && answer.location && redirects < mostRedirects; redirects += 1) {
      url = new URL(answer.location, url).href;
      answer = await this.#ask(url, what);
    }
    const { status, body } = answer;
    if (status < 300) return body;
    if (status === 404 && !/namespace|tenant/i.test(body)) return null;
    throw refusal(status, body, what);
  }

  async #ask(url: string, what: string): Promise<Answer> {
    const headers = await authorization(this.#broker.token);
    return new Promise((resolve, reject) => {
      const send = url.startsWith('https:') ? httpsRequest : httpRequest;
      const sent = send(url, { headers, timeout: timeoutMs, ...this.#broker.tls }, (response) => {
        const { statusCode: status = 500, headers } = response;
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status, body, location: headers.location }));
        response.on('error', (cause) => reject(unreachable(what, cause)));
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${timeoutMs} ms`)));
      sent.on('error', (cause) => reject(unreachable(what, cause)));
      sent.end();
    });
  }
}
