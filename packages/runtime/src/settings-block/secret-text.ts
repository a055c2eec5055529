/** A text in which `${NAME}` stands for a variable of the environment, or the variable alone. What it holds is taken for a secret. */
export type SecretText = string | { readonly secret: string };

/** JSON Schema of it. */
export const secretText = {
  description: `A text; \${NAME} in it, or { secret: NAME } instead of it, stands for a variable of the environment`,
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: { secret: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' } },
      required: ['secret'],
      additionalProperties: false,
    },
  ],
} as const;

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

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

/** Throws an `Error` where a secret stands in the file itself. */
export function requireReference(path: string, value: SecretText): void {
  if (typeof value !== 'string' || value.search(reference) >= 0) return;
  throw new Error(`${path}: a secret comes from the environment; write \${NAME} or { secret: NAME }`);
}
