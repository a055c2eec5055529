import { services } from '../generated/services.ts';
import { operationsOf } from './operation-facts.ts';
import type { ServiceName } from './operation-types.ts';
import { rpcWords } from './operation-words.ts';

/** The members of google.protobuf.FileDescriptorProto that are looked at here. */
interface FileDescription {
  readonly messageType: readonly MessageDescription[];
  readonly service: readonly ServiceDescription[];
}

/** Of one message; its maps are messages within it. */
interface MessageDescription {
  readonly name: string;
  readonly field: readonly FieldDescription[];
  readonly nestedType?: readonly MessageDescription[];
}

/** Of a member; `typeName` is that of its message, `.agentmem.v1.Fact`. */
interface FieldDescription {
  readonly typeName?: string;
}

/** Of a service with its rpcs. */
interface ServiceDescription {
  readonly name: string;
  readonly method: readonly { readonly name: string; readonly inputType: string; readonly outputType: string }[];
}

/** The file with the rpcs that are built and that clients may call, and with the messages that these carry. */
export function withoutPlanned<File extends FileDescription>(file: File): File {
  const left = rpcsToLeaveOut();
  const service = file.service
    .map((each) => ({ ...each, method: each.method.filter(({ name }) => !left.has(`agentmem.v1.${each.name}/${name}`)) }))
    .filter(({ method }) => method.length > 0);
  const messages = new Map(file.messageType.map((message) => [`.agentmem.v1.${message.name}`, message]));
  const carried = new Set<string>();
  const carry = (typeName: string | undefined): void => {
    const message = messages.get(typeName ?? '');
    if (!message || carried.has(message.name)) return;
    carried.add(message.name);
    for (const { field } of [message, ...(message.nestedType ?? [])]) for (const member of field) carry(member.typeName);
  };
  for (const { inputType, outputType } of service.flatMap(({ method }) => method)) {
    carry(inputType);
    carry(outputType);
  }
  return { ...file, service, messageType: file.messageType.filter(({ name }) => carried.has(name)) };
}

/** `agentmem.v1.GraphService/Neighbours` and the like. */
function rpcsToLeaveOut(): ReadonlySet<string> {
  const left = (Object.keys(services) as ServiceName[]).flatMap((service) =>
    Object.entries(operationsOf(service)).flatMap(([name, facts]) =>
      facts.planned || facts.internal ? [rpcWords(service, name)] : [],
    ),
  );
  return new Set(left);
}
