/**
 * The kinds of edges that a caller asks for, each as it is written, in small letters and in capitals: some of ours are HAS_MESSAGE, others references_code,
 * and specifications write some of them otherwise. `undefined`: all.
 */
export function askedKinds(kinds: readonly string[]): readonly string[] | undefined {
  if (kinds.length === 0) return undefined;
  return [...new Set(kinds.flatMap((kind) => [kind, kind.toLowerCase(), kind.toUpperCase()]))];
}
