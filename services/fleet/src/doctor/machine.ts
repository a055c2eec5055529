import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { FleetConfig } from '../config.ts';
import { adminPort } from '../start/admin-port.ts';
import { type Finding, fail, ok, sentenceOf, warn } from './finding.ts';

const oldestNode = 24;
const mb = 1_000_000;
const tooLittleBytes = 100 * mb;
const littleBytes = 1_000 * mb;

/** The Node that runs this program. */
export function nodeFinding(version: string): Finding {
  if (Number.parseInt(version, 10) >= oldestNode) return ok('Node', version);
  return fail('Node', version, `install Node ${oldestNode} or newer from https://nodejs.org`);
}

/** Whether the data directory can be written to, and the room there. It is not made. */
export async function diskFinding(directory: string): Promise<Finding> {
  let nearest = resolve(directory);
  // A drive that is not there is its own parent.
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  if (!(await stat(nearest)).isDirectory()) return fail('disk', `${nearest} is no folder`, 'set another DATA_DIR');
  try {
    await access(nearest, constants.W_OK);
  } catch {
    return fail('disk', `${nearest} cannot be written to`, 'change its owner or its rights, or set another DATA_DIR');
  }
  const { bavail, bsize } = await statfs(nearest);
  return roomFinding(directory, bavail * bsize);
}

/** What so many free bytes mean for the data. */
export function roomFinding(directory: string, freeBytes: number): Finding {
  const says = `${Math.floor(freeBytes / mb)} MB free for ${directory}`;
  const remedy = 'make room, or set DATA_DIR to a folder on another disk';
  if (freeBytes < tooLittleBytes) return fail('disk', says, remedy);
  return freeBytes < littleBytes ? warn('disk', says, remedy) : ok('disk', says);
}

type PortConfig = Pick<FleetConfig, 'HOST' | 'ADMIN_HOST' | 'HTTP_PORT' | 'GRPC_PORT' | 'ADMIN_PORT'>;

/** Whether a fleet could listen where it is set to. */
export async function portFindings(config: PortConfig): Promise<readonly Finding[]> {
  const { HOST, ADMIN_HOST, HTTP_PORT, GRPC_PORT } = config;
  const ports = [
    ['HTTP_PORT', HOST, HTTP_PORT],
    ['GRPC_PORT', HOST, GRPC_PORT],
    ['ADMIN_PORT', ADMIN_HOST, adminPort(config)],
  ] as const;
  return await Promise.all(
    ports.map(async ([name, host, port]) => {
      try {
        await listenOnce(host, port);
        return ok('ports', port === 0 ? `${name} is any free one` : `${name} ${port} is free`);
      } catch (error) {
        const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
        return isTaken
          ? fail('ports', `${name} ${port} is taken by another program`, `set another ${name}, or 0 for any free one`)
          : fail('ports', `${host}:${port} cannot be listened on: ${sentenceOf(error)}`, `set another address or ${name}`);
      }
    }),
  );
}

function listenOnce(host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', reject);
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  return promise;
}
