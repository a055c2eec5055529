/** Asks an operation, in snake case, of a service, by whatever client; answers its answer. Rejects with an error that has the message of a refusal. */
// biome-ignore lint/suspicious/noExplicitAny: what other people's clients get has no type here
export type Ask = (service: string, operation: string, request: object) => Promise<any>;
