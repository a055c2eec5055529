import { referencesIn } from '@agent-mem/contract';
import { createOpenAiChatModel } from '@agent-mem/openai';
import { countTokens } from '@agent-mem/recall/ranking';
import { temporaryDirectory } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { startAgentFleet } from '../../services/agent/test/agent-fleet.ts';
import { startNpm } from '../process/npm-process.ts';
import { startQuotingModel } from '../process/quoting-model.ts';
import { rest } from '../process/rest.ts';
import { retrievedBytes } from '../process/retrieved-bytes.ts';
import { verifies } from '../verifies.ts';

/** A log of so many bytes, in no line like another, with its cause of death at its end. */
function logOf(bytes: number): string {
  const last = 'FATAL checksum of block 77123 does not match: größe 🚀';
  const lines: string[] = [];
  for (let line = 0, length = Buffer.byteLength(last); length < bytes; line += 1) {
    lines.push(`2026-11-22T10:00:${line % 60}Z worker-${line % 17} "took" job ${line} from queue ${(line * 7919) % 104_729}`);
    length += Buffer.byteLength(lines.at(-1) ?? '') + 1;
  }
  return [...lines, last].join('\n');
}

const fatal = 'FATAL checksum of block 77123 does not match: größe 🚀';
/** The trace has 2,000 tokens; the rest of the prompt shows the tools and how to answer. */
const promptTokens = 2_000 + 1_500;
const question = 'Why did the job fail?';

describe('500 KB that a caller brings in its history', () => {
  const log = logOf(500_000);
  const history = [{ thought: 'I look', action: 'read_log', arguments: { job: '7' }, observation: log }];

  it(
    'npm start answers from their last line, within its budget, and gives every byte back',
    verifies('invocation.captured'),
    async () => {
      await using folder = await temporaryDirectory();
      await using model = await startQuotingModel('read_log');
      await using npm = await startNpm(['start'], folder.path, { LLM_URL: model.url, LLM_MODEL: 'quoting' });
      const url = await vi.waitFor(
        () => /listens on (http:\S+)/.exec(npm.output())?.[1] ?? Promise.reject(new Error(npm.output())),
        { timeout: 60_000, interval: 100 },
      );
      await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), { timeout: 60_000 });

      const { answer } = await rest(url, 'agent', 'invoke', { question, history }, { idempotencyKey: 'captured' });
      expect(answer).toBe(fatal);
      const [prompt = ''] = model.prompts;
      expect(countTokens(prompt)).toBeLessThan(promptTokens);
      const [reference, ...others] = referencesIn(prompt.slice(prompt.indexOf('kind="observation"')));
      expect(others).toEqual([]);
      const bytes = await retrievedBytes(
        (request) => rest(url, 'working-memory', 'retrieve_detail', request),
        reference?.key ?? '',
      );
      expect(bytes.equals(Buffer.from(log))).toBe(true);

      const without = await rest(url, 'agent', 'invoke', { question, history, enable_memory: false });
      expect(without.answer).toBe(fatal);
      const last = model.prompts.at(-1) ?? '';
      expect(last).toMatch(/\[… [\d,]+ bytes not shown\]/);
      expect(referencesIn(last.slice(last.indexOf('kind="observation"')))).toEqual([]);
      expect(countTokens(last)).toBeLessThan(promptTokens);
    },
  );
});

describe('2 MB that a tool gives', () => {
  const log = logOf(2_000_000);
  const tools = [{ name: 'read_log', description: 'Reads the log of the job', arguments: [], run: async () => log }];

  it(
    'are answered from their last line, within the budget, and every byte comes back',
    verifies('invocation.captured'),
    async () => {
      await using model = await startQuotingModel('read_log');
      const chatModel = createOpenAiChatModel({ url: model.url, model: 'quoting', apiKey: '' });
      await using fleet = await startAgentFleet({ chatModel, tools });
      const { caller } = fleet;

      expect((await fleet.invoke({ question })).at(-1)?.answer).toBe(fatal);
      const prompt = model.prompts.at(-1) ?? '';
      expect(countTokens(prompt)).toBeLessThan(promptTokens);
      const [reference] = referencesIn(prompt.slice(prompt.indexOf('kind="observation"')));
      const bytes = await retrievedBytes(
        (request) => caller.call('working-memory', 'retrieve_detail', request),
        reference?.key ?? '',
      );
      expect(bytes.equals(Buffer.from(log))).toBe(true);
      // What later services learn from has the reference too.
      await fleet.settled();
      expect(fleet.events[0]?.data.invocation_completed?.steps[0]?.observation).toContain(reference?.text);

      expect((await fleet.invoke({ question, enable_memory: false })).at(-1)?.answer).toBe(fatal);
      expect(countTokens(model.prompts.at(-1) ?? '')).toBeLessThan(promptTokens);
    },
  );
});
