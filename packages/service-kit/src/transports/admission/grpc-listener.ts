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
  /** A call of this peer is under way. Call what it answers, once, when the call is over. */
  begin(peer: string): () => void;
  /** Takes no more connections. Resolves when the last is closed: grpc-js itself does not wait for those that it was given. */
  close(): Promise<void>;
  /** Closes every connection as soon as what was written on it is sent. */
  cut(): void;
}

/** Connections of gRPC, of which `maxConnections` are taken. grpc-js counts none of those that it accepts itself. */
export function createGrpcListener(maxConnections: number): GrpcListener {
  /** How many calls of a connection are under way. */
  const calls = new WeakMap<Socket, number>();
  const byPeer = new Map<string, Socket>();
  const open = countConnections(maxConnections, (socket) => (calls.get(socket) ?? 0) > 0);
  const excess = new Set<string>();
  const sockets = new Set<Socket>();
  const listening = createServer();

  function connected(socket: Socket): void {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // One may break while TLS is agreed on.
    socket.on('error', () => undefined);
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    byPeer.set(peer, socket);
    if (open.isExcess(socket)) excess.add(peer);
    socket.once('close', () => {
      excess.delete(peer);
      byPeer.delete(peer);
    });
  }

  return {
    isExcess: (peer) => excess.has(peer),
    begin(peer) {
      const socket = byPeer.get(peer);
      if (!socket) return () => undefined;
      const count = (change: number) => {
        calls.set(socket, (calls.get(socket) ?? 0) + change);
        open.used(socket);
      };
      count(1);
      return () => count(-1);
    },
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
