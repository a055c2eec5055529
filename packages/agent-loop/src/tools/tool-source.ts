import type { Tool } from './tool.ts';

/** Tools of one origin that come and go, such as those of a server. */
export interface ToolSource {
  /**
   * Those that can be called now; none while the origin is away. The first call opens the origin and waits for it a bounded time. It rejects for
   * the signal alone.
   */
  available(signal: AbortSignal): Promise<readonly Tool[]>;
}

/** A tool, or an origin of tools. */
export type ToolOrigin = Tool | ToolSource;

/** The tools that can be called now, in the order of their origins. Of two with one name the first counts. */
export async function availableTools(origins: readonly ToolOrigin[], signal: AbortSignal): Promise<readonly Tool[]> {
  const tools = await Promise.all(origins.map((origin) => ('run' in origin ? [origin] : origin.available(signal))));
  return [
    ...new Map(
      tools
        .flat()
        .toReversed()
        .map((tool) => [tool.name, tool]),
    ).values(),
  ].toReversed();
}
