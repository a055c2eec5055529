import { failureCode, tlsFailure } from '@agent-mem/runtime';

/** Why no answer came from a model's server, which a sentence begins by its name ("The reranker"). */
export function unreachable(server: string, url: string, cause: unknown): string {
  const code = failureCode(cause);
  const distrust = tlsFailure(code ?? '', { url, caFile: 'NODE_EXTRA_CA_CERTS', certificateFile: null });
  if (distrust !== null) return `${server} cannot be reached: ${distrust}`;
  return `${server} cannot be reached, or broke off${code === null ? '' : ` (${code})`}`;
}
