import { snakeCase } from '@agent-mem/contract';
import type protobuf from 'protobufjs';
import { doc, interfaceOf } from '../../contract/scripts/messages-module.ts';
import { camelCase } from '../src/camel-case.ts';
import { reachable } from './reachable.ts';
import { requestInterface } from './request-interface.ts';
import { serviceInterface } from './service-interface.ts';

/** A service, and those of its operations that have a handler. */
interface Hosted {
  readonly name: string;
  readonly operations: readonly string[];
}

/** The text of a module with an interface a service, and with the messages that the services take and give. */
export function memoryModule(root: protobuf.Root, hosted: readonly Hosted[]): string {
  const contract = root.lookup('agentmem.v1') as protobuf.Namespace;
  const services = hosted.map(({ name, operations }) => {
    const member = camelCase(name);
    const service = contract.lookupService(`${member.charAt(0).toUpperCase()}${member.slice(1)}Service`);
    return { member, service, rpcs: service.methodsArray.filter((rpc) => operations.includes(snakeCase(rpc.name))) };
  });
  const rpcs = services.flatMap((service) => service.rpcs);
  const answers = reachable(rpcs.map((rpc) => contract.lookupType(rpc.responseType)));
  const requests = reachable(rpcs.map((rpc) => contract.lookupType(rpc.requestType)));
  // What is both taken and given has two interfaces: of what is given every member is there.
  const takenAs = (message: string) => (answers.has(contract.lookupType(message)) ? `${message}Input` : message);
  return `// Made from proto/ by "npm run generate".

import type { CallOptions } from '../call-options.ts';

/** The services of memory, each with its operations. */
export interface MemoryServices {
${services.map(({ member, service }) => `${doc(service.comment, '  ')}  readonly ${member}: ${service.name};\n`).join('')}}

${[
  ...services.map(({ service, rpcs }) => serviceInterface(service, rpcs, takenAs)),
  ...[...requests].map((message) => requestInterface(message, takenAs)),
  ...[...answers].map(interfaceOf),
].join('\n')}`;
}
