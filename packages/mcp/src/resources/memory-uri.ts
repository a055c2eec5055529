/** `memory://nodes/fact_1`: anything remembered, by its id. */
export function nodeUri(id: string): string {
  return memoryUri('nodes', id);
}

/** `memory://conversations/conv_1` */
export function memoryUri(kind: string, id: string): string {
  return `memory://${kind}/${encodeURIComponent(id)}`;
}

/** What a URI names: `nodes` and `fact_1`. `null`: it is none of memory's. */
export function readMemoryUri(uri: string): { readonly kind: string; readonly id: string } | null {
  const [, kind, written = ''] = /^memory:\/\/([a-z]+)(?:\/([^/?#]*))?$/.exec(uri) ?? [];
  if (kind === undefined) return null;
  try {
    return { kind, id: decodeURIComponent(written) };
  } catch {
    return null;
  }
}
