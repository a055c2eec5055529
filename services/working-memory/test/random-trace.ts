import type { WorkingMemoryItem } from '@agent-mem/contract';
import { countedItem, type Trace } from '../src/domain/trace.ts';

const words =
  'the agent looked up order shipment customer refund status in ledger and found nothing new today — größe 東京 🚀'.split(' ');

/** One item as the service keeps it. */
export function itemOf(
  type: WorkingMemoryItem['type'],
  content: string,
  metadata: Record<string, string> = {},
): WorkingMemoryItem {
  return countedItem({ type, content, timestamp: '2026-01-01T00:00:00.000Z', metadata }, '2026-01-01T00:00:00.000Z');
}

/** A trace of up to thirty steps; now and then without thoughts, with several observations, or with one enormous observation. */
export function randomTrace(random: () => number): Trace {
  const text = (most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => words[Math.floor(random() * words.length)]).join(
      random() < 0.1 ? '' : ' ',
    );
  const items: WorkingMemoryItem[] = [];
  for (let step = 0; step < random() * 30; step += 1) {
    if (random() < 0.8) items.push(itemOf('thought', text(40)));
    if (random() < 0.9) items.push(itemOf('action', `act${step} ${text(10)}`));
    for (let many = random() < 0.1 ? 3 : 1; many > 0 && items.at(-1)?.type !== 'thought' && items.length > 0; many -= 1) {
      items.push(itemOf('observation', `seen${step} ${text(random() < 0.1 ? 1_000 : 60)}`));
    }
  }
  const covers = Math.floor(random() * items.length);
  return {
    goal: random() < 0.5 ? itemOf('goal', text(random() < 0.1 ? 1_000 : 20)) : null,
    items,
    summary: random() < 0.3 && covers > 0 ? { covers, content: text(200), method: 'model' } : null,
  };
}
