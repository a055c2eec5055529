import { requireReference, type SecretText } from '@agent-mem/runtime/settings-block';
import type { ToolSettings } from './tool-settings.ts';

/** Names of headers, members of a query and variables whose values nobody writes into a file. */
const secretName = /^cookie$|authorization|password|passwd|secret|token|api[-_]?key|access[-_]?key/i;

/** Throws where a value that is a secret by its name stands in the file itself. */
export function checkSecrets({ mcp = {}, openapi = {}, programs = {} }: ToolSettings): void {
  for (const [kind, origins] of Object.entries({ mcp, openapi, programs }))
    for (const [origin, settings] of Object.entries<WithSecrets>(origins)) checkOrigin(`${kind}.${origin}`, settings);
}

type WithSecrets = { readonly [Member in 'env' | 'headers' | 'query']?: Readonly<Record<string, SecretText>> };

function checkOrigin(path: string, { env = {}, headers = {}, query = {} }: WithSecrets): void {
  for (const [member, texts] of Object.entries({ env, headers, query }))
    for (const [name, value] of Object.entries(texts))
      if (secretName.test(name)) requireReference(`${path}.${member}.${name}`, value);
}
