import { askServer } from './ask-server.ts';
import type { LlmProvider, ModelAnswer, ModelRequest } from './llm-provider.ts';

/** Asks the model, whatever it is. */
export function askModel(provider: LlmProvider, request: ModelRequest): Promise<ModelAnswer> {
  if (typeof provider === 'function') return provider(request);
  return askServer(typeof provider === 'string' ? { url: provider } : provider, request);
}
