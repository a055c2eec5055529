/** A part of a detail, as the service or a client of it asks for it. */
type AskForPart = (request: { readonly memory_key: string; readonly offset: number; readonly encoding: 'base64' }) => Promise<{
  readonly content: string;
  readonly next_offset: number | null;
}>;

/** All bytes of a detail, part by part. */
export async function retrievedBytes(ask: AskForPart, key: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const part: Awaited<ReturnType<AskForPart>> = await ask({ memory_key: key, offset, encoding: 'base64' });
    parts.push(Buffer.from(part.content, 'base64'));
    offset = part.next_offset;
  }
  return Buffer.concat(parts);
}
