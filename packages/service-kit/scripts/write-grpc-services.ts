/**
 * Writes `src/generated/grpc-services.json`: the protocols of gRPC's health and reflection, and the descriptor that reflection serves of the first.
 * With `--check` it writes nothing and exits 1 if the file would change.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { protoPath } from 'grpc-health-check';
import protobuf from 'protobufjs';
import { healthDescriptor } from './health-descriptor.ts';

const generated = new URL('../src/generated/grpc-services.json', import.meta.url);
const reflectionPath = (version: string) =>
  fileURLToPath(new URL(`../proto/grpc/reflection/${version}/reflection.proto`, import.meta.resolve('@grpc/reflection')));

const root = new protobuf.Root();
root.loadSync([protoPath, reflectionPath('v1'), reflectionPath('v1alpha')]);
root.resolveAll();
const content = { protocols: root.toJSON(), healthDescriptor: healthDescriptor().toString('base64') };
const text = `${JSON.stringify(content, (key, value) => (key === 'parsedOptions' ? undefined : value), 1)}\n`;

if (!process.argv.includes('--check')) await writeFile(generated, text);
else if ((await readFile(generated, 'utf8')) !== text) {
  console.error('out of date: grpc-services.json; run: npm run generate');
  process.exitCode = 1;
}
