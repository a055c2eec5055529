/** A part of the settings file that is more than one value, such as `tools:`. One folder owns it and reads what `parse` answers. */
export interface Block {
  /** What it decides, for people. */
  readonly meaning: string;
  /** Throws an `Error` that says what is accepted; its message begins after the block's name. */
  parse(value: unknown): unknown;
}

/** Blocks by their keys. */
export type Blocks = Readonly<Record<string, Block>>;

/** Every block there is. A new one is a line here; its owner exports the `Block` and no other folder parses it. */
export const blocks: Blocks = {};
