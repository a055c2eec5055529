import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The protos of a checkout as its program reads them, without their comments, packed. */
export async function packedContract(checkout: string): Promise<Buffer> {
  const root: unknown = JSON.parse(await readFile(join(checkout, 'packages/contract/src/generated/root.json'), 'utf8'));
  return gzipSync(JSON.stringify(root, (member, value) => (member === 'comment' ? undefined : value)));
}
