import { json } from 'node:stream/consumers';
import { type Init, OperationError, type StoreFactRequest } from '@agent-mem/contract';
import { byClients } from '../../chaos/by-clients.ts';
import { rest } from '../../process/rest.ts';
import type { Stored } from './store-apart.ts';

const [url = ''] = process.argv.slice(2);
const facts = (await json(process.stdin)) as readonly Init<StoreFactRequest>[];
const stored: Stored[] = [];

await byClients(facts.length, async (index) => {
  const fact = facts[index] ?? {};
  for (;;) {
    try {
      const { fact_id } = await rest(url, 'facts', 'store', fact);
      stored.push({ content: fact.content ?? '', id: fact_id });
      return;
    } catch (error) {
      if (!(error instanceof OperationError && error.retryable)) throw error;
    }
  }
});
process.stdout.write(JSON.stringify(stored));
