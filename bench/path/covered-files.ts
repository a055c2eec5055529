import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** The sources under `packages/` and `services/` of which a function has run, by their paths from `root`, sorted. */
export function coveredFiles(scripts: readonly Profiler.ScriptCoverage[], root: string): readonly string[] {
  const files = scripts.flatMap(({ url, functions }) => {
    if (!url.startsWith('file:') || !functions.some(hasRun)) return [];
    const path = fileURLToPath(url);
    const inside = path.startsWith(root) ? path.slice(root.length) : '';
    return /^(?:packages|services)\/(?!.*\bnode_modules\b).*\.ts$/.test(inside) ? [inside] : [];
  });
  return [...new Set(files)].sort();
}

/** The first range of a function is all of it. */
function hasRun({ ranges }: Profiler.FunctionCoverage): boolean {
  return (ranges[0]?.count ?? 0) > 0;
}
