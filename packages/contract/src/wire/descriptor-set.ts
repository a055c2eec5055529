import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';
import { snakeCase } from '../names.ts';
import { withoutPlanned } from '../operations/without-planned.ts';
import { protoNamespace } from '../shapes/shape.ts';

/** Numbers of google.protobuf.FieldDescriptorProto.Type. */
const typeNumbers: Record<string, number> = { double: 1, float: 2, int32: 5, bool: 8, string: 9, message: 11 };
const labels = { one: 1, list: 3 } as const;

/**
 * The contract as one google.protobuf.FileDescriptorSet, for gRPC's reflection: what is built, and the messages it carries.
 * Written here and not by protobufjs, whose map entries do not carry the names that descriptors demand.
 */
export function descriptorSet(): Uint8Array {
  const messages = protoNamespace.nestedArray.filter((nested) => nested instanceof protobuf.Type);
  const services = protoNamespace.nestedArray.filter((nested) => nested instanceof protobuf.Service);
  const file = {
    name: 'agentmem/v1/agentmem.proto',
    package: 'agentmem.v1',
    syntax: 'proto3',
    messageType: messages.map(messageDescriptor),
    service: services.map(serviceDescriptor),
  };
  const set = { file: [withoutPlanned(file)] };
  return descriptor.FileDescriptorSet.encode(descriptor.FileDescriptorSet.fromObject(set)).finish();
}

function messageDescriptor(type: protobuf.Type) {
  const declared = type.oneofsArray.filter((oneof) => !isSynthetic(oneof));
  const synthetic = type.oneofsArray.filter(isSynthetic);
  // Synthetic oneofs must come after all others.
  const oneofs = [...declared, ...synthetic];
  return {
    name: type.name,
    field: type.fieldsArray.map((field) => fieldDescriptor(type, field, oneofs)),
    nestedType: type.fieldsArray.filter((field) => field.map).map(mapEntryDescriptor),
    oneofDecl: oneofs.map((oneof) => ({ name: oneof.name })),
  };
}

/** protoc wraps each `optional` field in a oneof of its own. */
function isSynthetic(oneof: protobuf.OneOf): boolean {
  return oneof.fieldsArray.length === 1 && oneof.name === `_${oneof.fieldsArray[0]?.name}`;
}

function fieldDescriptor(type: protobuf.Type, field: protobuf.Field, oneofs: readonly protobuf.OneOf[]) {
  const inOneof = field.partOf ? { oneofIndex: oneofs.indexOf(field.partOf), proto3Optional: isSynthetic(field.partOf) } : {};
  const typed = field.map
    ? { type: typeNumbers.message, typeName: `.agentmem.v1.${type.name}.${entryName(field)}` }
    : typeDescriptor(field);
  return {
    name: field.name,
    jsonName: field.name,
    number: field.id,
    label: field.map || field.repeated ? labels.list : labels.one,
    ...typed,
    ...inOneof,
  };
}

function typeDescriptor(field: protobuf.Field) {
  if (field.resolvedType) return { type: typeNumbers.message, typeName: `.agentmem.v1.${field.resolvedType.name}` };
  return { type: typeNumbers[field.type] };
}

function mapEntryDescriptor(field: protobuf.Field) {
  return {
    name: entryName(field),
    options: { mapEntry: true },
    field: [
      { name: 'key', jsonName: 'key', number: 1, label: labels.one, type: typeNumbers.string },
      { name: 'value', jsonName: 'value', number: 2, label: labels.one, ...typeDescriptor(field) },
    ],
  };
}

/** "tool_calls" → "ToolCallsEntry", as protoc names it. */
function entryName(field: protobuf.Field): string {
  const camel = snakeCase(field.name).replace(/(^|_)([a-z])/g, (_all, _gap, letter: string) => letter.toUpperCase());
  return `${camel}Entry`;
}

function serviceDescriptor(service: protobuf.Service) {
  return {
    name: service.name,
    method: service.methodsArray.map((rpc) => ({
      name: rpc.name,
      inputType: `.agentmem.v1.${rpc.requestType}`,
      outputType: `.agentmem.v1.${rpc.responseType}`,
      serverStreaming: rpc.responseStream === true,
      ...(rpc.options?.idempotency_level ? { options: { idempotencyLevel: 1 } } : {}),
    })),
  };
}
