import { readModelJson } from '@agent-mem/llm';
import type { ReadAnswer } from '@agent-mem/service-kit';

/** Reads the JSON list that a model was asked for. */
export function readModelList(answer: string): ReadAnswer<readonly unknown[]> {
  let list: unknown;
  try {
    list = readModelJson(answer);
  } catch {
    return { unusable: 'not-json' };
  }
  return Array.isArray(list) ? { value: list } : { unusable: 'not-a-list' };
}
