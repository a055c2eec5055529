import { createHmac } from 'node:crypto';
import { OperationError } from '@agent-mem/contract';
import { postJson, withBoundedBody } from '@agent-mem/runtime';
import { type EventContext, failJob, type Job, jobOf, pauseJob } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { matterOf, saidAt, summaryRoom } from '../domain/compaction/matter.ts';
import { type CompactionMemo, storedMemo } from './compaction-job.ts';

/** Longest reply that is read. */
const mostReplyBytes = 262_144;

/**
 * Has the service at SUMMARIZER_URL summarise the nodes. It answers the summary, or takes the nodes (202) and sends it later by CreateSummaryNode, bound
 * to the job. Rejects with `unavailable` where asking again may help; any other failure ends the job.
 */
export async function askSummarizer(
  job: Job,
  memo: CompactionMemo,
  originals: readonly GraphNode[],
  context: EventContext<Config>,
): Promise<Job> {
  const { SUMMARIZER_WAIT_SECONDS: wait } = context.config;
  const late = `The summariser took the nodes and sent no summary within ${wait} s: nothing is archived`;
  if (memo.takenAt !== null) return failJob(job, late, context);
  const answer = await send(requestOf(job, originals, context), context);
  if (answer === 'taken')
    return pauseJob(job, { progress: 0.5, memo: storedMemo({ ...memo, takenAt: context.clock.now() }) }, context, wait * 1_000);
  if ('bad' in answer) return failJob(job, `The summariser ${answer.bad}: nothing is archived`, context);
  const { workspace, user, collection } = context.scope;
  const original_node_ids = originals.map(({ id }) => id);
  // It takes the way of every summary from outside, so that the same rules hold for it.
  await context.caller.call(
    'graph',
    'create_summary_node',
    { workspace, user, collection, ...answer, original_node_ids, job_id: job.id },
    { signal: context.signal },
  );
  const [node] = await context.graph.get(context.scope, [job.id]);
  return node ? jobOf(node) : job;
}

function requestOf(job: Job, originals: readonly GraphNode[], { scope }: EventContext<Config>): string {
  const nodes = originals.map((node) => ({ id: node.id, kind: node.kind, timestamp: saidAt(node), ...matterOf(node) }));
  const { workspace, user, collection } = scope;
  return JSON.stringify({ job_id: job.id, workspace, user, collection, max_tokens: summaryRoom(nodes), nodes });
}

type Answer = 'taken' | { readonly summary_content: string; readonly generating_model?: string } | { readonly bad: string };

async function send(body: string, { clock, config, signal }: EventContext<Config>): Promise<Answer> {
  const response = await postJson(config.SUMMARIZER_URL, body, {
    what: 'The summariser',
    headers: signature(body, config.SUMMARIZER_SECRET, clock.now()),
    timeoutMs: config.SUMMARIZER_TIMEOUT_MS,
    signal,
  });
  if (response.status === 202) {
    await response.body?.cancel();
    return 'taken';
  }
  const text = await boundedText(response);
  if (response.status === 429 || response.status >= 500)
    throw new OperationError('unavailable', `The summariser answered ${response.status}`);
  if (response.status !== 200) return { bad: `answered ${response.status}` };
  return text === null ? { bad: `answered more than ${mostReplyBytes} bytes` } : readReply(text);
}

/** When it was signed and by what: HMAC-SHA-256 of the time, a point and the body, by the secret that both sides have. */
function signature(body: string, secret: string, now: number): Readonly<Record<string, string>> {
  if (secret === '') return {};
  const at = Math.floor(now / 1_000);
  const hmac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { 'x-agent-mem-signature': `t=${at},v1=${hmac}` };
}

/** `null`: it is too long. */
async function boundedText(response: Response): Promise<string | null> {
  const tooLong = new Error('too long');
  try {
    return await withBoundedBody(response, { mostBytes: mostReplyBytes, tooLong: () => tooLong }).text();
  } catch (cause) {
    if (cause === tooLong) return null;
    throw new OperationError('unavailable', 'The reply of the summariser broke off', { cause });
  }
}

function readReply(text: string): Answer {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    return { bad: 'answered what is no JSON' };
  }
  if (typeof reply !== 'object' || reply === null) return { bad: 'answered what is no JSON object' };
  const { summary_content: content, generating_model: model } = reply as Record<string, unknown>;
  if (typeof content !== 'string' || content.trim() === '') return { bad: 'answered no summary_content' };
  return { summary_content: content, ...(typeof model === 'string' && model !== '' && { generating_model: model }) };
}
