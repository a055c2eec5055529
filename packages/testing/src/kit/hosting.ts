import { type HostOptions, host } from '@agent-mem/service-kit';
import { memoryPorts, recordedLog } from './doubles.ts';
import { notesService } from './notes.ts';

const anyPort = { host: '127.0.0.1', port: 0 } as const;

/** Hosts the notes on loopback, in memory, by default. */
export function hosting(overrides: Partial<HostOptions> = {}) {
  const ports = overrides.ports ?? memoryPorts();
  const { log } = recordedLog();
  return host({
    services: [notesService],
    httpPlugins: [],
    ports,
    environment: {},
    http: anyPort,
    grpc: anyPort,
    log,
    ...overrides,
  });
}
