import { readFileSync } from 'node:fs';
import {
  errorTypes,
  freeTextsOf,
  OperationError,
  operationsOf,
  routePath,
  type ServiceName,
  services,
} from '@agent-mem/contract';
import { longHeadStatus, statusOf, tooLongStatus } from '@agent-mem/service-kit';

/** What these tables read of the contract's descriptor. */
interface Described {
  readonly nested?: Readonly<Record<string, Described>>;
  readonly fields?: Readonly<Record<string, Described>>;
  readonly methods?: Readonly<Record<string, Described>>;
  readonly comment?: string | null;
  readonly type?: string;
}

const descriptor = new URL('../../../packages/contract/src/generated/root.json', import.meta.url);
const root: Described = JSON.parse(readFileSync(descriptor, 'utf8'));
const described = root.nested?.agentmem?.nested?.v1?.nested ?? {};

/** The services that clients call. */
const called = (Object.keys(services) as ServiceName[]).filter((service) =>
  Object.values(operationsOf(service)).some(({ internal }) => !internal),
);

/** A table for each service: its operations with route, kind, permission and the sentences of the proto. */
export function operationTables(): string {
  return called.map((service) => `## ${service}\n\n${operationTable(service)}`).join('\n\n');
}

function operationTable(service: ServiceName): string {
  const methods = described[services[service].grpc.replace('agentmem.v1.', '')]?.methods ?? {};
  const rows = Object.entries(operationsOf(service)).flatMap(([operation, facts]) => {
    const { planned, internal, stream, command, rpc, permission } = facts;
    const kind = stream ? 'stream' : command ? 'command' : 'query';
    const sentences = (methods[rpc]?.comment ?? '').replaceAll('\n', ' ');
    return planned || internal ? [] : [[rpc, `\`${routePath(service, operation)}\``, kind, permission, sentences]];
  });
  return table(['rpc', 'route', 'kind', 'needs', 'what it does'], rows);
}

/** Each operation with what it does where memory is off, and which of its texts are looked through. */
export function privacyTable(): string {
  const rows = called.flatMap((service) =>
    Object.entries(operationsOf(service)).flatMap(([operation, { planned, internal, whenOff }]) => {
      const texts = whenOff === 'refused' ? freeTextsOf(service, operation) : [];
      return planned || internal ? [] : [[`${service}.${operation}`, whenOff, texts.map((text) => `\`${text}\``).join(', ')]];
    }),
  );
  return table(['operation', 'where memory is off', 'texts'], rows);
}

/** Each event with the members of its data. */
export function eventTable(): string {
  const rows = Object.entries(described.EventData?.fields ?? {}).map(([member, { type = '' }]) => {
    const members = Object.keys(described[type]?.fields ?? {}).map((name) => `\`${name}\``);
    return [`\`${member.replaceAll('_', '-')}\``, members.join(', ')];
  });
  return table(['event', 'members of its data'], rows);
}

/** Each type of error with its HTTP status, its gRPC code, and whether a repeat may succeed. */
export function errorTable(): string {
  const rows = errorTypes.map((type) => {
    const { retryable } = new OperationError(type, '');
    const status =
      type === 'out-of-range'
        ? `${statusOf[type]}; ${tooLongStatus} where it is too long, ${longHeadStatus} where its head is`
        : String(statusOf[type]);
    return [`\`${type}\``, status, type.toUpperCase().replaceAll('-', '_'), retryable ? 'yes' : 'no'];
  });
  return table(['type', 'HTTP', 'gRPC', 'retryable'], rows);
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n');
}
