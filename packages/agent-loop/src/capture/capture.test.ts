import { limits, OperationError, referencesIn, type Scope, scopeOf, systemClock } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import type { SensitivePolicy } from '@agent-mem/policy';
import { countTokens } from '@agent-mem/recall/ranking';
import { createLogger } from '@agent-mem/runtime';
import { describe, expect, it, test } from 'vitest';
import type { LoopConfig } from '../config.ts';
import { type Captured, createCapture } from './capture.ts';
import { captureHistory, outputOf } from './capture-history.ts';
import type { ToolOutput } from './tool-output.ts';

interface Piece {
  readonly upload_id: string;
  readonly sequence?: number;
  readonly end?: boolean;
  readonly chunk?: string;
  readonly content?: string;
  readonly encoding?: string;
  readonly description: string;
  readonly content_type: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

const scope: Scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const invocation = {
  invocationId: 'inv_01890000-0000-7000-8000-000000000000',
  conversationId: 'talk',
  isNewConversation: false,
  requestId: 'r',
  startedAt: '',
};
const config = {
  DETAIL_CAPTURE_TOKENS: 300,
  TOOL_OUTPUT_MAX_BYTES: 2_000,
  WORKING_MEMORY_DEADLINE_MS: 1_000,
  TOOL_TIMEOUT_MS: 2_000,
  // Nothing else is read here.
} as LoopConfig;
const never = new AbortController().signal;
const redacting: SensitivePolicy = { sensitiveData: 'redact', personalData: 'allow' };

/** A capture over a service that holds what it is sent, until `answer` says otherwise. */
function captureWith(
  policy: SensitivePolicy | null = redacting,
  answer: (piece: Piece) => void = () => undefined,
  missingBytes: number | null = null,
) {
  const sent: Piece[] = [];
  const keys: (string | undefined)[] = [];
  const timeouts: number[] = [];
  type Options = { readonly idempotencyKey?: string; readonly timeoutMs: number };
  const call = async (_service: string, _operation: string, request: Piece, options: Options) => {
    answer(request);
    expect(Buffer.byteLength(JSON.stringify(request))).toBeLessThan(limits.messageBytes - 50_000);
    expect(request.sequence ?? 0).toBe(sent.filter(({ upload_id: id }) => id === request.upload_id).length);
    sent.push(request);
    keys.push(options.idempotencyKey);
    timeouts.push(options.timeoutMs);
    return request.end || request.content !== undefined
      ? {
          detail: { memory_key: 'runtests_7k2p', description: request.description, missing_bytes: missingBytes },
          placeholder: null,
        }
      : { detail: null, placeholder: null };
  };
  // The double of one operation.
  const caller = { call } as unknown as Caller;
  const context = { caller, clock: systemClock, config, log: createLogger({ level: 'silent' }) };
  const stored = () =>
    Buffer.concat(
      sent.map(({ chunk, content, encoding }) => Buffer.from(chunk ?? content ?? '', encoding === 'base64' ? 'base64' : 'utf8')),
    );
  return { capture: createCapture(context, scope, invocation, { policy, agentId: 'agent' }), sent, keys, timeouts, stored };
}

const captured = (content: ToolOutput['content'], rest: Partial<Captured> = {}): Captured => ({
  ...outputOf('RunTests', '{"path":"."}'),
  output: { content },
  succeeded: true,
  repeatKey: null,
  ...rest,
});
async function* inParts<Part extends string | Uint8Array>(whole: Part, size: number): AsyncGenerator<Part> {
  // A slice of a text is a text, and of bytes bytes.
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size) as Part;
}
const log = [
  ...Array.from({ length: 20_000 }, (_, line) => `10:00:${line} INFO größe ${line} "ok" \u001b[1m🚀`),
  'FATAL block 7 is damaged',
].join('\n');

test('a short text stays as it is, and nothing is stored', async () => {
  const { capture, sent } = captureWith();
  expect(await capture.hold(captured(' all went well\n'), never)).toBe('all went well');
  expect(sent).toEqual([]);
});

describe('a long text', () => {
  it('is stored byte for byte, and stands in the trace as reference, status, head, telling lines and tail', async () => {
    const { capture, sent, stored } = captureWith();
    const text = await capture.hold(captured(log, { succeeded: false }), never);
    expect(stored().equals(Buffer.from(log))).toBe(true);
    expect(sent.map(({ end }) => end)).toEqual([...sent.slice(1).map(() => false), true]);
    const [reference, status, first] = text.split('\n');
    expect(referencesIn(text)).toEqual([{ key: 'runtests_7k2p', description: 'RunTests {"path":"."}', text: reference }]);
    expect(status).toBe(`Status: failed. Size: ${Buffer.byteLength(log).toLocaleString('en')} bytes, 20,001 lines.`);
    expect(first).toMatch(/^10:00:0 INFO/);
    expect(text).toMatch(/\nFATAL block 7 is damaged$/);
    expect(text).not.toContain('\u001b');
    expect(countTokens(text)).toBeLessThanOrEqual(300);
  });

  it('says how many bytes of its middle were too many for one detail', async () => {
    const { capture } = captureWith(redacting, undefined, 4_582_633);
    const [, status] = (await capture.hold(captured(log), never)).split('\n');
    expect(status).toMatch(/ lines\. 4,582,633 bytes in its middle are not stored\.$/);
  });

  it('of control characters and signs of two units is stored as it is', async () => {
    const { capture, stored } = captureWith();
    const content = `${'\u0001'.repeat(63_999)}🚀`.repeat(4);
    await capture.hold(captured(content), never);
    expect(stored().equals(Buffer.from(content))).toBe(true);
  });

  it.each([
    ['control characters', '\u0001'.repeat(160_000)],
    ...[0, 1, 2, 3].map((before) => [`signs behind ${before}`, '\u0001'.repeat(before) + '\u0001\u0001🚀'.repeat(50_000)]),
  ])('of %s that come in other parts than they are screened in passes the bus, and no sign is cut', async (_name, content) => {
    // The screen waits for 88,000 characters: so it gives out twice as many as one part has.
    async function* parts() {
      let at = 0;
      for (const length of [43_998, 44_000, 64_000, content.length]) {
        const end = /[\uD800-\uDBFF]/.test(content.charAt(at + length - 1)) ? at + length + 1 : at + length;
        yield content.slice(at, end);
        at = end;
      }
    }
    const { capture, stored } = captureWith();
    await capture.hold(captured(parts()), never);
    expect(stored().equals(Buffer.from(content))).toBe(true);
  });

  it('waits for its end as long as a tool may take, and for what comes before as long as for memory', async () => {
    const { capture, timeouts } = captureWith();
    await capture.hold(captured(log), never);
    expect(timeouts).toEqual([...timeouts.slice(1).map(() => 1_000), 2_000]);
  });

  it('is stored in one call where a message holds it', async () => {
    const { capture, sent, timeouts } = captureWith();
    const content = log.slice(0, 50_000);
    expect(referencesIn(await capture.hold(captured(content), never))).toHaveLength(1);
    expect(sent).toMatchObject([{ content, type: 'command_output', source_command: 'RunTests {"path":"."}' }]);
    expect(timeouts).toEqual([1_000]);
  });

  it('is the same when it comes in pieces of text or bytes, cut anywhere', async () => {
    for (const size of [7, 4_099, 400_000]) {
      for (const parts of [inParts(log, size), inParts(Buffer.from(log), size)]) {
        const { capture, stored } = captureWith();
        const text = await capture.hold(captured(parts), never);
        expect(stored().equals(Buffer.from(log)), String(size)).toBe(true);
        expect(text).toMatch(/\nFATAL block 7 is damaged$/);
      }
    }
  });

  it('is redacted as one text, also where a secret is cut in two', async () => {
    const { capture, stored } = captureWith();
    const secret = `${log}\nmy card is 4111 1111 1111 1111\n`;
    for (const at of [secret.length - 12, secret.length - 5]) {
      async function* parts() {
        yield secret.slice(0, at);
        yield secret.slice(at);
      }
      const text = await capture.hold(captured(parts()), never);
      expect(text).toContain('my card is [redacted: payment-card]');
    }
    expect(stored().toString()).not.toContain('4111 1111');
  });

  it('is not stored where its scope refuses what it holds: the excerpt alone stands there, and the next is stored', async () => {
    const { capture, sent } = captureWith({ ...redacting, sensitiveData: 'refuse' });
    const text = await capture.hold(captured(`my card is 4111 1111 1111 1111\n${log}`), never);
    expect(text).toMatch(/^my card is \[redacted: payment-card\]\n/);
    expect(referencesIn(text)).toEqual([]);
    expect(text).toMatch(/\nFATAL block 7 is damaged$/);
    expect(sent).toEqual([]);
    expect(referencesIn(await capture.hold(captured(log), never))).toHaveLength(1);
  });

  it('is not stored where its scope refuses its last line, though what comes before was sent', async () => {
    const { capture, sent } = captureWith({ ...redacting, sensitiveData: 'refuse' });
    const text = await capture.hold(captured(`${log}\nmy card is 4111 1111 1111 1111`), never);
    expect(text).toMatch(/\nmy card is \[redacted: payment-card\]$/);
    expect(referencesIn(text)).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.some(({ end }) => end)).toBe(false);
  });
});

describe('bytes that are no text', () => {
  const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 31) % 256));
  it.each([
    ['with zeros', bytes],
    ['after text', Buffer.concat([Buffer.from(log), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(log)])],
    [
      'a sign that is cut off at the end',
      Buffer.from(log)
        .subarray(0, -27)
        .subarray(0, Buffer.from(log).lastIndexOf(Buffer.from('🚀')) + 2),
    ],
  ])('are stored as they are: %s', async (_name, content) => {
    for (const source of [content, inParts(content, 65_537)]) {
      const { capture, stored } = captureWith();
      const text = await capture.hold(captured(source), never);
      expect(stored().equals(content)).toBe(true);
      expect(text).toContain(`Size: ${content.length.toLocaleString('en')} bytes`);
      expect(text.isWellFormed()).toBe(true);
    }
  });
});

describe('where nothing can be stored', () => {
  it.each([
    ['memory is off', captureWith(null)],
    [
      'the service is away',
      captureWith(redacting, () => {
        throw new OperationError('unavailable', 'away');
      }),
    ],
    [
      'the service fails in the middle',
      captureWith(redacting, ({ sequence = 0 }) => {
        if (sequence > 0) throw new OperationError('internal', 'its store is down');
      }),
    ],
  ])('%s: head, tail and what is missing stand in the trace', async (_name, { capture, sent }) => {
    for (const content of [log, inParts(log, 10_000)]) {
      const text = await capture.hold(captured(content), never);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000);
      expect(text).toMatch(/^10:00:0 INFO.*\[… [\d,]+ bytes not shown\].*\nFATAL block 7 is damaged$/s);
    }
    // It is not asked again.
    expect(new Set(sent.map(({ upload_id: id }) => id)).size).toBeLessThanOrEqual(1);
  });

  it('a failure of the content itself is the failure of its tool', async () => {
    async function* broken() {
      yield log;
      throw new Error('connection lost');
    }
    await expect(captureWith().capture.hold(captured(broken()), never)).rejects.toThrow('connection lost');
  });
});

test('what was captured is not captured again', async () => {
  const first = captureWith();
  const text = await first.capture.hold(captured(log, { description: '漢'.repeat(150) }), never);
  expect(countTokens(text)).toBeGreaterThan(300);
  const second = captureWith();
  expect(await second.capture.hold(captured(text), never)).toBe(text);
  expect(second.sent).toEqual([]);
});

test('a long observation of a history is captured once, whatever runs it again', async () => {
  const history = [
    { thought: '', action: 'read', arguments: {}, observation: ' short ' },
    { thought: '', action: 'RunTests', arguments: { path: '.' }, observation: log },
  ];
  // Nothing else of the request is read here.
  const request = { history } as unknown as Parameters<typeof captureHistory>[0];
  const runs = [captureWith(), captureWith()];
  for (const { capture, stored } of runs) {
    const { history: now } = await captureHistory(request, capture, never);
    expect(now[0]).toBe(history[0]);
    expect(referencesIn(now[1]?.observation ?? '')).toHaveLength(1);
    expect(stored().toString()).toBe(log);
  }
  expect(runs[0]?.keys[0]).toMatch(/^capture:inv_.*:history\/1:0$/);
  expect(runs[0]?.keys).toEqual(runs[1]?.keys);
});

it('a long observation of a step of the history that failed says that it failed', async () => {
  const history = [
    { thought: '', action: 'Build', arguments: {}, observation: 'no such file\n'.repeat(2_000), success: false },
    { thought: '', action: 'Build', arguments: {}, observation: 'built\n'.repeat(2_000), success: null },
  ];
  // Only what captures looks at is there.
  const request = { history } as unknown as Parameters<typeof captureHistory>[0];
  const held: boolean[] = [];
  const capture = {
    isLong: () => true,
    async hold({ succeeded }: Captured) {
      held.push(succeeded);
      return '';
    },
  };
  await captureHistory(request, capture, never);
  expect(held).toEqual([false, true]);
});
