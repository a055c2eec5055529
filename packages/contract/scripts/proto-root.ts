import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

const protoDir = fileURLToPath(new URL('../../../proto/', import.meta.url));
const protobufjsDir = dirname(createRequire(import.meta.url).resolve('protobufjs/package.json'));

/** Reads every file of `proto/` with its comments. */
export async function loadProtoRoot(): Promise<protobuf.Root> {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(target.startsWith('google/') ? protobufjsDir : protoDir, target);
  const files = globSync('agentmem/v1/*.proto', { cwd: protoDir }).sort();
  await root.load(files, { keepCase: true, alternateCommentMode: true });
  root.resolveAll();
  return root;
}
