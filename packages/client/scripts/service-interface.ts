import { snakeCase } from '@agent-mem/contract';
import type protobuf from 'protobufjs';
import { doc, isRequired } from '../../contract/scripts/messages-module.ts';
import { camelCase } from '../src/camel-case.ts';

/** A service as an object of functions. A stream has two: its last frame, and all frames as they come. */
export function serviceInterface(
  service: protobuf.Service,
  rpcs: readonly protobuf.Method[],
  takenAs: (message: string) => string,
): string {
  const functions = rpcs.map((rpc) => {
    const name = camelCase(snakeCase(rpc.name));
    const mark = rpc.resolvedRequestType?.fieldsArray.some(isRequired) ? '' : '?';
    const parameters = `request${mark}: ${takenAs(rpc.requestType)}, options?: CallOptions`;
    const last = `${doc(rpc.comment, '  ')}  ${name}(${parameters}): Promise<${rpc.responseType}>;\n`;
    if (!rpc.responseStream) return last;
    const frames = `  ${name}Stream(${parameters}): AsyncIterable<${rpc.responseType}>;\n`;
    return `${last}  /** The frames of \`${name}\`, as they come. Leaving the loop early cancels. */\n${frames}`;
  });
  return `${doc(service.comment, '')}export interface ${service.name} {\n${functions.join('')}}\n`;
}
