import { fileURLToPath } from 'node:url';
import { protoPath } from 'grpc-health-check';
import protobuf from 'protobufjs';
import { healthDescriptor } from './health-descriptor.ts';

const reflectionPath = (version: string) =>
  fileURLToPath(new URL(`../proto/grpc/reflection/${version}/reflection.proto`, import.meta.resolve('@grpc/reflection')));

/** The protocols of gRPC's health and reflection, and the descriptor that reflection serves of the first. */
export function generated(): ReadonlyMap<URL, string> {
  const root = new protobuf.Root();
  root.loadSync([protoPath, reflectionPath('v1'), reflectionPath('v1alpha')]);
  root.resolveAll();
  const content = { protocols: root.toJSON(), healthDescriptor: healthDescriptor().toString('base64') };
  const text = `${JSON.stringify(content, (key, value) => (key === 'parsedOptions' ? undefined : value), 1)}\n`;
  return new Map([[new URL('../src/generated/grpc-services.json', import.meta.url), text]]);
}
