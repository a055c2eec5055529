/** What a tool says by one run of its hook. */
export interface HookEvent {
  /** `start`: a session begins or goes on. `prompt`: the user has asked. `reply`: the assistant has answered. `compaction`: the session's history is about to be cut. */
  readonly kind: 'start' | 'prompt' | 'reply' | 'compaction';
  /** As the tool calls it. */
  readonly name: string;
  /** The conversation's id too, as the proxy names it. */
  readonly session: string;
  /** The same for a prompt that comes again, and for its reply; empty where the tool names none. */
  readonly turn: string;
  /** What was asked or answered. */
  readonly text: string;
  /** Whether the turn may have another reply, so that only its text tells which this is. */
  readonly isOneOfMany: boolean;
  /** Where the tool works. */
  readonly folder: string;
  /** Where the tool writes the session down; empty: nowhere. */
  readonly transcript: string;
}
