/** What an answer of a model has cost, as far as the service says; `null`: it does not. */
export interface Usage {
  readonly inTokens: number | null;
  readonly outTokens: number | null;
  readonly model: string | null;
}

/** Reads it from a message's own members. */
export function usageOf(message: {
  readonly in_token: number | null;
  readonly out_token: number | null;
  readonly model: string | null;
}): Usage {
  return { inTokens: message.in_token, outTokens: message.out_token, model: message.model };
}
