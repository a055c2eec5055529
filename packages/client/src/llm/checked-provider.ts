import { MemoryError } from '../memory-error.ts';
import type { LlmProvider, ModelServer } from './llm-provider.ts';

/** By name, so that the compiler asks for one that is added to `ModelServer`. */
const members: Readonly<Record<keyof ModelServer, true>> = { url: true, model: true, key: true };

/** The provider as it came. Throws `invalid-argument` for a member that no `ModelServer` has: a key under another name would never be sent. */
export function checkedProvider(provider: LlmProvider): LlmProvider {
  if (typeof provider === 'function' || typeof provider === 'string') return provider;
  // A program in JavaScript may give anything.
  const unknown = Object.keys(provider ?? {}).find((name) => !Object.hasOwn(members, name));
  if (unknown === undefined) return provider;
  const known = Object.keys(members).join(', ');
  throw new MemoryError('invalid-argument', `llmProvider.${unknown}: is not known; known are ${known}`);
}
