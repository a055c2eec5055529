import { canonicalJson, type Scope } from '@agent-mem/contract';
import { type ArchiveLine, ArchiveSum, archiveVersion } from './archive-line.ts';

/** An archive of these lines, with the head before and the checksum behind them. */
export async function* archiveText(scope: Scope, createdAt: string, lines: AsyncIterable<ArchiveLine>): AsyncIterable<string> {
  const sum = new ArchiveSum();
  const textOf = (line: ArchiveLine) => {
    const text = canonicalJson(line);
    sum.add(text);
    return text;
  };
  const { workspace, user, collection } = scope;
  yield textOf({ archive: { version: archiveVersion, scope: { workspace, user, collection }, created_at: createdAt } });
  for await (const line of lines) yield textOf(line);
  yield JSON.stringify({ end: sum.end() } satisfies ArchiveLine);
}
