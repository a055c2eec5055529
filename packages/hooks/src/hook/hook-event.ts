/** What a tool says by one run of its hook. */
export interface HookEvent {
  /** `start`: a session begins or goes on. `prompt`: the user has asked. `reply`: the assistant has answered. */
  readonly kind: 'start' | 'prompt' | 'reply';
  /** As the tool calls it. */
  readonly name: string;
  /** The conversation's id too, as the proxy names it. */
  readonly session: string;
  /** The same for a prompt that comes again; empty where the tool names none. */
  readonly turn: string;
  /** What was asked or answered. */
  readonly text: string;
  /** Where the tool works. */
  readonly folder: string;
}
