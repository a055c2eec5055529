import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Server, ServerCredentials } from '@grpc/grpc-js';
import type { Address } from '../address.ts';
import { mostWaiting } from './admission.ts';
import { countConnections } from './open-connections.ts';

/** Where calls come in. */
export interface GrpcListener {
  /** Listens, and hands what connects to this server. Resolves with the port; rejects with the system's error. */
  listen(server: Server, credentials: ServerCredentials, at: Address): Promise<number>;
  /** Whether the connection of this peer is one too many. */
  isExcess(peer: string): boolean;
  /** Takes no more connections. Resolves when the last is closed: grpc-js itself does not wait for those that it was given. */
  close(): Promise<void>;
  /** Closes every connection as soon as what was written on it is sent. */
  cut(): void;
}

/** Connections of gRPC, of which `maxConnections` are taken. grpc-js counts none of those that it accepts itself. */
export function createGrpcListener(maxConnections: number): GrpcListener {
  const open = countConnections(maxConnections);
  const excess = new Set<string>();
  const sockets = new Set<Socket>();
  const listening = createServer();

  function connected(socket: Socket): void {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // One may break while TLS is agreed on.
    socket.on('error', () => undefined);
    if (!open.isExcess(socket)) return;
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    excess.add(peer);
    socket.once('close', () => excess.delete(peer));
  }

  return {
    isExcess: (peer) => excess.has(peer),
    async listen(server, credentials, { host, port }) {
      const injector = server.createConnectionInjector(credentials);
      listening.on('connection', (socket) => {
        connected(socket);
        injector.injectConnection(socket);
      });
      listening.listen({ host, port, backlog: mostWaiting });
      await once(listening, 'listening');
      return (listening.address() as AddressInfo).port;
    },
    close: () => new Promise((resolve) => void listening.close(() => resolve())),
    cut() {
      for (const socket of sockets) socket.destroySoon();
    },
  };
}
