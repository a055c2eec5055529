/** A part of the settings file that is more than one value, such as `tools:`. One package owns it and reads it again where it is used. */
export interface Block {
  /** What it decides, for people. */
  readonly meaning: string;
  /** The variable that names the file whose block counts; without a value it is the settings file that has the block. */
  readonly fileVariable: string;
  /** Rejects with an `Error` that says what is accepted; its message begins after the block's name. */
  check(value: unknown): Promise<void>;
}

/** Blocks by their keys. */
export type Blocks = Readonly<Record<string, Block>>;

/** Every block there is. A new one is a line here; its owner exports the `Block` and no other folder parses it. */
export const blocks: Blocks = {
  tools: {
    meaning: "The agent's tools: MCP servers, HTTP interfaces and programs",
    fileVariable: 'TOOLS_FILE',
    check: async (value) => void (await import('@agent-mem/tools/settings')).checkSettings(value),
  },
  webhooks: {
    meaning: 'Addresses that events are sent to',
    fileVariable: 'WEBHOOKS_FILE',
    check: async (value) => void (await import('@agent-mem/webhooks/settings')).checkSettings(value),
  },
};
