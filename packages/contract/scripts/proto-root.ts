import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

const protoDir = fileURLToPath(new URL('../../../proto/', import.meta.url));
const protobufjsDir = dirname(createRequire(import.meta.url).resolve('protobufjs/package.json'));

/** Reads every file of `proto/` with its comments. */
export function loadProtoRoot(): protobuf.Root {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(target.startsWith('google/') ? protobufjsDir : protoDir, target);
  const files = globSync('agentmem/v1/*.proto', { cwd: protoDir }).sort();
  // Not the asynchronous load, whose order of messages depends on which file is read first.
  root.loadSync(files, { keepCase: true, alternateCommentMode: true });
  root.resolveAll();
  return root;
}
