import { OperationError } from '@agent-mem/contract';
import { type CallUsage, type ChatCall, type ChatRequest, type TemplateVariables, usageOfCall } from '@agent-mem/llm';
import { timeLimit } from '@agent-mem/runtime';
import { plainPieces, plainText } from './bounded-text.ts';
import { type Frame, frame } from './frame.ts';
import type { ModelPiece, ModelStep } from './reply/model-step.ts';
import { withCalls } from './reply/native-calls.ts';
import { ReplyReader, readReply } from './reply/reply-reader.ts';
import type { Run } from './run.ts';
import { chatTool } from './tools/chat-tool.ts';
import type { Tool } from './tools/tool.ts';

/** What the model wants next. */
export interface Thought {
  readonly step: ModelStep;
  /** Its answer has gone out in frames already. */
  readonly isStreamed: boolean;
  /** Why the model had more to write than this; `null`: it had not. */
  readonly cutOff: string | null;
}

const cutByServer = "The model's server cut the answer off, at its limit of tokens or by a filter";

/** More of one text is not read: what follows in messages and events must fit the bus. In characters. */
const longestText = 64_000;
const cutByLength = `Only the first ${longestText} characters of the model's text were read`;
/** Wait before the model is asked again: doubled each time, half of it random. */
const firstWaitMs = 1_000;
const longestWaitMs = 8_000;
/** For a server that wants to be asked later than this the run does not wait: its caller learns when. */
const longestAskedWaitMs = 60_000;

/**
 * Asks the model for one step. Failures that may pass are tried again, a bounded number of times and when the server wants it, and a model that hangs is left
 * after its time.
 * When streaming, thought and answer go out as they are written; an answer of which a part has gone out cannot be tried again.
 * Rejects with an `OperationError` when the model gives nothing.
 */
export async function* think(
  run: Run,
  variables: TemplateVariables['react'],
  tools: readonly Tool[],
): AsyncGenerator<Frame, Thought> {
  const { clock, config, log } = run.context;
  const request: ChatRequest = {
    template: 'react',
    variables,
    messages: run.prompts.render('react', variables),
    stop: ['\nObservation:'],
    ...(run.rules.callsNatively && { tools: tools.map(chatTool) }),
  };
  for (let attempt = 1; ; attempt += 1) {
    const streamed = { thought: false, answer: false };
    try {
      return yield* askOnce(run, request, streamed);
    } catch (cause) {
      run.signal.throwIfAborted();
      const error = OperationError.from(cause);
      // A client that shows frames as they come must not append the next thought to this one.
      if (streamed.thought) yield frame('thought', '');
      log.warn({ invocation_id: run.invocation.invocationId, attempt, type: error.type, err: cause }, 'the model failed');
      const askedWaitMs = error.retryAfterMs ?? 0;
      const isOver = attempt >= config.MODEL_ATTEMPTS || askedWaitMs > longestAskedWaitMs;
      if (!error.retryable || streamed.answer || isOver) throw modelFailed(run, error, streamed.answer);
      const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1));
      await clock.sleep(askedWaitMs + waitMs * (0.5 + Math.random() / 2), run.signal);
    }
  }
}

async function* askOnce(
  run: Run,
  request: ChatRequest,
  streamed: { thought: boolean; answer: boolean },
): AsyncGenerator<Frame, Thought> {
  const { chatModel, clock, config, onUsage: report } = run.context;
  let calls: readonly ChatCall[] = [];
  const onCalls = (called: readonly ChatCall[]) => {
    calls = called;
  };
  let cutOff: string | null = null;
  const onCutOff = () => {
    cutOff = cutByServer;
  };
  const onUsage = (usage: CallUsage) => report?.([usageOfCall(chatModel.id, usage)]);
  const limitMs = config.MODEL_TIMEOUT_MS;
  const missing = run.request.streaming ? 'wrote nothing more' : 'gave no complete answer';
  using limit = timeLimit(clock, limitMs, run.signal, `the model ${missing} within ${limitMs} ms (MODEL_TIMEOUT_MS)`);
  if (!run.request.streaming) {
    const text = await limit.race(chatModel.generate(request, { signal: limit.signal, onUsage, onCalls, onCutOff }));
    const step = withCalls(readReply(plainText(text.slice(0, longestText)), run.rules.prose, run.request.question), calls);
    if (step.thought !== '') yield frame('thought', step.thought);
    return { step, isStreamed: false, cutOff: text.length > longestText ? cutByLength : cutOff };
  }

  const reader = new ReplyReader(run.rules.prose, run.request.question);
  let isThoughtSent = false;
  const plain = plainPieces();
  const toFrames = (pieces: readonly ModelPiece[]): Frame[] =>
    pieces.flatMap(({ part, text, complete }) => {
      isThoughtSent ||= part === 'thought';
      if (part === 'thought') streamed.thought = !complete;
      else streamed.answer = true;
      // The answer is complete with the last frame, which is not written here.
      if (part === 'answer') {
        if (text === '') return [];
        run.context.onAnswerPart?.(text);
        return [frame('answer', text, false)];
      }
      return [frame('thought', text, complete)];
    });

  const stream = chatModel.stream(request, { signal: limit.signal, onUsage, onCalls, onCutOff })[Symbol.asyncIterator]();
  let length = 0;
  try {
    while (length <= longestText && (!reader.done || run.rules.readsToEnd)) {
      const next = await limit.race(stream.next());
      if (next.done) break;
      const text = plain(next.value.slice(0, longestText - length));
      length += next.value.length;
      yield* toFrames(reader.push(text));
      // A slow model that goes on writing has not failed.
      limit.renew();
    }
  } finally {
    // Not awaited: a model that hangs would hold up its caller.
    stream.return?.().catch(() => undefined);
  }
  const { pieces, step: read } = reader.end();
  // What has gone out as an answer is one.
  const step = streamed.answer ? read : withCalls(read, calls);
  if (step.kind !== 'calls') yield* toFrames(pieces);
  else {
    yield* toFrames(pieces.filter(({ part }) => part === 'thought'));
    if (!isThoughtSent && step.thought !== '') yield frame('thought', step.thought);
  }
  return { step, isStreamed: streamed.answer, cutOff: length > longestText ? cutByLength : cutOff };
}

function modelFailed({ rules }: Run, error: OperationError, isAnswerStreamed: boolean): OperationError {
  return error.saying(rules.modelFailed(error, isAnswerStreamed));
}
