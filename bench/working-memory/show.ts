import { randomUUID } from 'node:crypto';
import { countTokens, truncateToTokens } from '@agent-mem/recall/ranking';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import type { Question } from './load.ts';

const chunkBytes = 393_216;

/** What a prompt shows of an output. */
export interface Shown {
  readonly question: Question;
  /** Tokens of the whole output. */
  readonly fullTokens: number;
  readonly byService: string;
  /** The output's first tokens, as many as the service shows. */
  readonly headOnly: string;
  /** The first page of RetrieveDetail with the question as it is written. */
  readonly firstPage: string;
}

/** Most tokens that the context has for the trace. */
export const maxTokens = 1_000;
/** An item of the trace holds no more; the agent cuts what a tool says before. */
const maxBytes = 65_536;

/** Has each output as the observation of an invocation of its own, and assembles its context. */
export async function show(questions: readonly Question[]): Promise<readonly Shown[]> {
  await using fleet = await startFleet({ services: ['working-memory'] });
  const { caller } = fleet;
  const shown: Shown[] = [];
  for (const question of questions) {
    const { command, output } = question;
    const content = Buffer.from(output)
      .subarray(0, maxBytes)
      .toString()
      .replace(/\uFFFD$/, '');
    const invocation = { invocation_id: `inv_${randomUUID()}`, user: 'bench' };
    const items = [
      { type: 'action', content: JSON.stringify({ command }), metadata: { tool: 'shell' } },
      { type: 'observation', content },
    ] as const;
    await caller.call('working-memory', 'append', { ...invocation, goal: question.question, items });
    const asked = { ...invocation, max_tokens: maxTokens, question: question.question };
    const assembled = await caller.call('working-memory', 'assemble', asked);
    const byService = assembled.items.map((item) => item.content).join('\n');
    const headOnly = truncateToTokens(output, countTokens(byService));
    const stored = await storedDetail(caller, output);
    const { content: firstPage } = await caller.call('working-memory', 'retrieve_detail', {
      ...stored,
      query: question.question,
    });
    shown.push({ question, fullTokens: countTokens(output), byService, headOnly, firstPage });
  }
  return shown;
}

/** The output as a detail, whole. */
async function storedDetail(caller: TestFleet['caller'], output: string): Promise<{ memory_key: string; user: string }> {
  const bytes = Buffer.from(output);
  const upload_id = randomUUID();
  let memory_key: string | null = null;
  for (let sequence = 0; memory_key === null; sequence += 1) {
    const end = (sequence + 1) * chunkBytes >= bytes.length;
    const chunk = bytes.subarray(sequence * chunkBytes, (sequence + 1) * chunkBytes).toString('base64');
    const request = { user: 'bench', upload_id, sequence, chunk, encoding: 'base64', end } as const;
    ({ memory_key } = await caller.call('working-memory', 'store_detail', request));
  }
  return { memory_key, user: 'bench' };
}
