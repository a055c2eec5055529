/** What a model says: a text, or a call of a tool. */
export type ModelReply = string | { readonly tool: string; readonly arguments: object };

/** One event of a stream: its name, where the wire has names, and its data. */
export type ModelEvent = readonly [name: string | null, data: object | string];
