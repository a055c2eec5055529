import { OperationError } from '@agent-mem/contract';
import type { AnswerBound } from '../bounded-fetch.ts';

/** JSON may write one byte of text as six, and says more than the text. */
const bytesPerAnswerByte = 8;
const aroundBytes = 65_536;

/** What an answer of so many bytes of text may take on the wire. */
export function answerBound(answerBytes: number): AnswerBound {
  return { mostBytes: answerBytes * bytesPerAnswerByte + aroundBytes, tooLong };
}

/** The refusal of an answer whose text is longer than `MODEL_ANSWER_MAX_BYTES`. */
export function tooLong(): OperationError {
  return new OperationError('failed-precondition', "The model's server wrote more than MODEL_ANSWER_MAX_BYTES");
}
