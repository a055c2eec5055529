import type { ToolOutput } from '@agent-mem/agent-loop';

/** Takes secrets out of what a tool gives: a server may send back what it was sent. */
export interface SecretMask {
  text(text: string): string;
  output(output: ToolOutput): ToolOutput;
}

type Pieces = AsyncIterable<string | Uint8Array>;

const shown = '***';

/** A mask of these secrets, as they are and as they stand in JSON, URLs and base64. */
export function secretMask(secrets: readonly string[]): SecretMask {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form !== '').toSorted((a, b) => b.length - a.length);
  if (forms.length === 0) return { text: (text) => text, output: (output) => output };
  // Bytes as characters of one byte each: so it goes for any encoding, and for a piece that ends within a sign.
  const patterns = forms.map(asCharacters);
  const longest = Math.max(...patterns.map((pattern) => pattern.length));
  const masked = (characters: string) => patterns.reduce((text, pattern) => text.replaceAll(pattern, shown), characters);
  const bytesOf = (bytes: Uint8Array) => Buffer.from(masked(Buffer.from(bytes).toString('latin1')), 'latin1');
  const text = (given: string) => forms.reduce((left, form) => left.replaceAll(form, shown), given);

  async function* maskedPieces(pieces: Pieces): AsyncGenerator<Uint8Array> {
    let rest = '';
    try {
      for await (const piece of pieces) {
        const read = masked(rest + Buffer.from(piece as Uint8Array).toString('latin1'));
        // The beginning of a secret may be its end.
        const end = Math.max(0, read.length - longest + 1);
        rest = read.slice(end);
        if (end > 0) yield Buffer.from(read.slice(0, end), 'latin1');
      }
    } catch (cause) {
      if (rest !== '') yield Buffer.from(rest, 'latin1');
      throw maskedError(cause, text);
    }
    if (rest !== '') yield Buffer.from(rest, 'latin1');
  }

  return {
    text,
    output({ content, ...rest }) {
      const about = rest.description === undefined ? rest : { ...rest, description: text(rest.description) };
      if (typeof content === 'string') return { ...about, content: text(content) };
      return { ...about, content: content instanceof Uint8Array ? bytesOf(content) : maskedPieces(content) };
    },
  };
}

/** An error without its cause, which may quote what was sent. */
export function maskedError(cause: unknown, text: SecretMask['text']): Error {
  return new Error(text(cause instanceof Error ? cause.message : String(cause)));
}

function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64, base64.replace(/={1,2}$/, '')];
}

function asCharacters(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
