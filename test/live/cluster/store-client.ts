import { json } from 'node:stream/consumers';
import { OperationError } from '@agent-mem/contract';
import { byClients } from '../../chaos/by-clients.ts';
import { rest } from '../../process/rest.ts';
import type { Stored } from './store-apart.ts';

const [url = '', user = ''] = process.argv.slice(2);
const numbers = (await json(process.stdin)) as readonly number[];
const stored: Stored[] = [];

await byClients(numbers.length, async (place) => {
  const number = numbers[place] ?? 0;
  const content = `Locker ${number} opens with code ${number * 13}`;
  for (;;) {
    try {
      const { fact_id } = await rest(url, 'facts', 'store', { content, user });
      stored.push({ content, id: fact_id });
      return;
    } catch (error) {
      if (!(error instanceof OperationError && error.retryable)) throw error;
    }
  }
});
process.stdout.write(JSON.stringify(stored));
