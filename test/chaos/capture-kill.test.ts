import { referencesIn } from '@agent-mem/contract';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { startQuotingModel } from '../process/quoting-model.ts';
import { rest } from '../process/rest.ts';
import { retrievedBytes } from '../process/retrieved-bytes.ts';
import { verifies } from '../verifies.ts';
import { startMortalFleet } from './mortal-fleet.ts';

const rounds = 6;
const fatalOf = (round: number) => `FATAL block ${round} is damaged`;
const logOf = (round: number) =>
  [...Array.from({ length: 9_000 }, (_, line) => `round ${round} took job ${line} from queue ${line * 31}`), fatalOf(round)].join(
    '\n',
  );

it('kill -9 at any moment of a capture: a trace has its reference and the bytes, or neither', {
  ...verifies('invocation.captured'),
}, async () => {
  await using directory = await temporaryDirectory();
  await using model = await startQuotingModel('read_log');
  const environment = { LLM_URL: model.url, LLM_MODEL: 'quoting' };
  await using fleet = await startMortalFleet({ directory: directory.path, environment });
  const opened = new Map<string, string>();
  const open = async (key: string) => {
    const url = await fleet.url();
    return (await retrievedBytes((request) => rest(url, 'working-memory', 'retrieve_detail', request), key)).toString();
  };

  for (let round = 0; round < rounds; round += 1) {
    const history = [{ thought: 'I look', action: 'read_log', arguments: {}, observation: logOf(round) }];
    const invoke = async () =>
      rest(
        await fleet.url(),
        'agent',
        'invoke',
        { question: `Why did job ${round} fail?`, history },
        { idempotencyKey: `round ${round}` },
      );
    // From before the first piece to after the answer.
    fleet.kill({ afterMs: round * 60, againMs: null });
    const answer = await vi.waitFor(invoke, { timeout: 60_000, interval: 50 });
    await fleet.survived();
    expect(answer.answer).toBe(fatalOf(round));
    for (const { key } of model.prompts.flatMap((prompt) => referencesIn(prompt.slice(prompt.indexOf('kind="observation"'))))) {
      // Also what a trace showed before it was killed.
      const content = opened.get(key) ?? (await open(key));
      opened.set(key, content);
      expect(content).toBe(logOf(Number(/^round (\d+)/.exec(content)?.[1])));
    }
  }
  expect(new Set(opened.values()).size).toBe(rounds);
});
