import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';
import { describe, expect, it } from 'vitest';
import {
  builtOperations,
  conversationEvents,
  descriptorSet,
  grpcDefinition,
  operationsOf,
  replyTopic,
  type ServiceName,
  services,
  serviceTopic,
  topicSchema,
} from './index.ts';
import { permissions } from './operations/permission.ts';
import { protoNamespace, shapeOf } from './shapes/shape.ts';

const serviceNames = Object.keys(services) as ServiceName[];

describe('the protos', () => {
  it.each(serviceNames)('give %s one member an operation, in what it is asked and in what it answers', (name) => {
    const service = services[name];
    const operations = Object.entries(service.operations);
    const asked = shapeOf(service.operation).fields.map((field) => [field.name, field.message]);
    expect(asked).toEqual(operations.map(([member, { request }]) => [member, request]));
    const answered = shapeOf(service.reply).fields.filter((field) => field.name in service.operations);
    expect(answered.map((field) => [field.name, field.message])).toEqual(
      operations.map(([member, { response }]) => [member, response]),
    );
  });

  it('scope every request', () => {
    for (const name of serviceNames) {
      for (const { request } of Object.values(services[name].operations)) {
        const scope = shapeOf(request).fields.filter((field) => field.rules.format === 'scope');
        expect([request, scope.map((field) => field.name)]).toEqual([request, ['workspace', 'user', 'collection']]);
      }
    }
  });

  it('say what every operation and message is for', () => {
    for (const service of protoNamespace.nestedArray.filter((nested) => nested instanceof protobuf.Service)) {
      for (const rpc of service.methodsArray) expect([rpc.fullName, rpc.comment]).not.toEqual([rpc.fullName, null]);
    }
  });

  it('say what the caller of each operation must be allowed to do', () => {
    const operations = serviceNames.flatMap((service) =>
      Object.entries(operationsOf(service)).map(([name, facts]) => ({ ...facts, name: `${service}.${name}` })),
    );
    for (const { name, permission } of operations)
      expect([name, permissions]).toEqual([name, expect.arrayContaining([permission])]);
    const needs = (permission: string) => operations.flatMap((each) => (each.permission === permission ? [each.name] : []));
    const purges = serviceNames.flatMap((service) => ('purge' in operationsOf(service) ? [`${service}.purge`] : []));
    expect(needs('admin').toSorted()).toEqual([...purges, 'graph.prune', 'graph.update_settings'].toSorted());
    expect([needs('feedback'), needs('summarize')]).toEqual([['graph.feedback'], ['graph.create_summary_node']]);
    // What changes nothing needs no more than to read, and nothing else is done by reading.
    for (const { name, permission, command, internal } of operations)
      if (!internal) expect([name, permission === 'read']).toEqual([name, !command]);
  });

  it('order commands only by members their requests have', () => {
    for (const name of serviceNames) {
      for (const { request, orderedBy } of Object.values(services[name].operations)) {
        if (orderedBy) expect(shapeOf(request).fields.map((field) => field.name)).toContain(orderedBy);
      }
    }
  });
});

describe('the registry schema', () => {
  it.each([...serviceNames.map((name) => serviceTopic(name, 'command')), conversationEvents])(
    'of $name makes every member a union with null',
    (topic) => {
      const schema = JSON.parse(topicSchema(topic) ?? '');
      const records: { name: string; fields: { name: string; type: unknown[]; default: null }[] }[] = [];
      JSON.stringify(schema, (_key, value) => {
        if (value?.type === 'record') records.push(value);
        return value;
      });
      expect(records.length).toBeGreaterThanOrEqual(2);
      expect(new Set(records.map((record) => record.name)).size).toBe(records.length);
      for (const record of records) {
        for (const field of record.fields) expect(field).toMatchObject({ type: ['null', expect.anything()], default: null });
      }
      expect(JSON.stringify(schema)).not.toContain('"enum"');
    },
  );

  it('is not for replies', () => {
    expect(topicSchema(replyTopic('cli'))).toBeNull();
  });
});

describe('gRPC', () => {
  it('carries the same JSON as the bus, unset members left out', () => {
    const { Store } = grpcDefinition('facts');
    const request = { content: 'c', metadata: { a: 'b' }, embedding: [0.5], confidence: 0, subject: null };
    const arrived = Store?.requestDeserialize(Store.requestSerialize(request));
    expect(arrived).toEqual({ content: 'c', metadata: { a: 'b' }, embedding: [0.5], confidence: 0 });
    expect(grpcDefinition('agent').Invoke?.responseStream).toBe(true);
  });

  interface Described {
    readonly messageType: { readonly name: string; readonly nestedType: object[]; readonly field: object[] }[];
    readonly service: { readonly name: string; readonly method: { readonly name: string }[] }[];
  }
  const described = () =>
    descriptor.FileDescriptorSet.toObject(descriptor.FileDescriptorSet.decode(descriptorSet())) as { file: Described[] };

  const calledByClients = serviceNames.filter((name) => name !== 'trustgraph');

  it('describes each rpc that is built, none that is planned or internal, and the messages that these carry', () => {
    const [file] = described().file;
    for (const name of calledByClients) {
      const built = builtOperations(name).flatMap((operation) => operationsOf(name)[operation] ?? []);
      const rpcs = built.flatMap(({ rpc, internal }) => (internal ? [] : [rpc]));
      const service = file?.service.find((each) => services[name].grpc === `agentmem.v1.${each.name}`);
      expect([name, service?.method.map((method) => method.name)]).toEqual([name, rpcs]);
    }
    const messages = file?.messageType.map(({ name }) => name);
    expect(messages).toEqual(expect.arrayContaining(['PruneRequest', 'PurgeCertificate', 'RetrieveFactsResponse', 'Fact']));
    for (const name of ['AskModelRequest', 'StoreExperienceRequest']) expect(messages).not.toContain(name);
  });

  it('describes maps, oneofs and optional members as protoc does', () => {
    const set = described();
    const fact = set.file[0]?.messageType.find((message) => message.name === 'Fact');
    expect(fact?.nestedType).toContainEqual(
      expect.objectContaining({ name: 'MetadataEntry', options: expect.objectContaining({ mapEntry: true }) }),
    );
    expect(fact?.field).toContainEqual(
      expect.objectContaining({ name: 'metadata', typeName: '.agentmem.v1.Fact.MetadataEntry' }),
    );
    expect(fact?.field).toContainEqual(expect.objectContaining({ name: 'subject', proto3Optional: true }));
    expect(set.file[0]?.service).toHaveLength(calledByClients.length);
  });
});
