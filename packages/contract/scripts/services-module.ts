import protobuf from 'protobufjs';
import { kebabCase, snakeCase } from '../src/names.ts';
import { type Permission, permissions } from '../src/operations/permission.ts';
import { type WhenOff, whenOffs } from '../src/operations/when-off.ts';

/** The text of a module with the table of all operations, as a value and as a type. */
export function servicesModule(root: protobuf.Root): string {
  const services = (root.lookup('agentmem.v1') as protobuf.Namespace).nestedArray.filter(
    (nested) => nested instanceof protobuf.Service,
  );
  const names = services.flatMap((service) => service.methodsArray.flatMap((rpc) => [rpc.requestType, rpc.responseType]));
  return `// Made from proto/ by "npm run generate".

import type {
${[...new Set(names)]
  .sort()
  .map((name) => `  ${name},\n`)
  .join('')}} from './messages.ts';

/** Every service's operations by member name, each with its request and its response (of a stream: its frame). */
export interface Services {
${services.map(serviceType).join('')}}

/** What is known of each operation at run time. */
export const services = {
${services.map(serviceValue).join('')}} as const;
`;
}

function serviceName(service: protobuf.Service): string {
  return kebabCase(service.name.replace(/Service$/, ''));
}

function serviceType(service: protobuf.Service): string {
  const rpcs = service.methodsArray.map((rpc) => {
    const type = `{ request: ${rpc.requestType}; response: ${rpc.responseType}; stream: ${rpc.responseStream === true} }`;
    return `    /** ${rpc.comment} */\n    ${snakeCase(rpc.name)}: ${type};\n`;
  });
  return `  '${serviceName(service)}': {\n${rpcs.join('')}  };\n`;
}

function whenOffOf(rpc: protobuf.Method): WhenOff {
  const given = rpc.options?.['(when_off)'];
  const known = whenOffs.find((whenOff) => whenOff === given);
  if (!known) throw new Error(`${rpc.fullName}: needs the option (when_off), one of ${whenOffs.join(', ')}`);
  return known;
}

function permissionOf(rpc: protobuf.Method): Permission {
  const given = rpc.options?.['(permission)'];
  const known = permissions.find((permission) => permission === given);
  if (!known) throw new Error(`${rpc.fullName}: needs the option (permission), one of ${permissions.join(', ')}`);
  return known;
}

function serviceValue(service: protobuf.Service): string {
  const operations = service.methodsArray.map((rpc) => {
    const facts = {
      rpc: rpc.name,
      request: rpc.requestType,
      response: rpc.responseType,
      stream: rpc.responseStream === true,
      command: rpc.options?.idempotency_level !== 'NO_SIDE_EFFECTS',
      orderedBy: rpc.options?.['(ordered_by)'] ?? null,
      readBy: rpc.options?.['(read_by)'] ?? null,
      planned: rpc.options?.['(planned)'] === true,
      exact: rpc.options?.['(exact)'] === true,
      each: rpc.options?.['(each)'] ?? null,
      internal: rpc.options?.['(internal)'] === true,
      whenOff: whenOffOf(rpc),
      permission: permissionOf(rpc),
    };
    return `      ${snakeCase(rpc.name)}: ${JSON.stringify(facts)},\n`;
  });
  const noun = service.name.replace(/Service$/, '');
  return `  '${serviceName(service)}': {
    grpc: 'agentmem.v1.${service.name}',
    operation: '${noun}Operation',
    reply: '${noun}Reply',
    operations: {
${operations.join('')}    },
  },
`;
}
