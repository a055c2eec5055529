import type { SecretText, ToolSettings } from './tool-settings.ts';

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** Names of headers, members of a query and variables whose values nobody writes into a file. */
const secretName = /^cookie$|authorization|password|passwd|secret|token|api[-_]?key|access[-_]?key/i;

/** Texts whose references are resolved, and what the references stood for. */
export interface ResolvedTexts {
  readonly texts: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/** Resolves references to variables of the environment. Throws an `Error` that names the text and the variable that is not set. */
export function resolveTexts(
  path: string,
  given: Readonly<Record<string, SecretText>> | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ResolvedTexts {
  const secrets: string[] = [];
  const texts = Object.entries(given ?? {}).map(([name, value]) => {
    const text = typeof value === 'string' ? value : `\${${value.secret}}`;
    const resolved = text.replace(reference, (_, variable: string) => {
      const secret = environment[variable] ?? '';
      if (secret === '') throw new Error(`${path}.${name}: the variable ${variable} is not set`);
      secrets.push(secret);
      return secret;
    });
    if (/[\r\n\0]/.test(resolved)) throw new Error(`${path}.${name}: must be one line`);
    return [name, resolved] as const;
  });
  return { texts: Object.fromEntries(texts), secrets };
}

/** Throws where a value that is a secret by its name stands in the file itself. */
export function checkSecrets({ mcp = {}, openapi = {}, programs = {} }: ToolSettings): void {
  for (const [kind, origins] of Object.entries({ mcp, openapi, programs }))
    for (const [origin, settings] of Object.entries(origins))
      for (const member of ['env', 'headers', 'query'] as const) {
        const texts = (settings as { readonly [name: string]: unknown })[member] as Record<string, SecretText> | undefined;
        for (const [name, value] of Object.entries(texts ?? {})) {
          if (typeof value !== 'string' || !secretName.test(name) || value.search(reference) >= 0) continue;
          throw new Error(
            `${kind}.${origin}.${member}.${name}: a secret comes from the environment; write \${NAME} or { secret: NAME }`,
          );
        }
      }
}
