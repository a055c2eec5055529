import { isJSONRPCNotification, isJSONRPCRequest, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';

/** Watches the requests that come by a transport whose server is connected, until they are answered or cancelled. */
export function openRequests(transport: Transport): { answered(): Promise<void> } {
  const open = new Set<unknown>();
  const waiting: (() => void)[] = [];
  const close = (id: unknown) => {
    open.delete(id);
    if (open.size === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message)) open.add(message.id);
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') close(message.params?.requestId);
    deliver?.(message, extra);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message: JSONRPCMessage, options) => {
    await send(message, options);
    if ('id' in message && !('method' in message)) close(message.id);
  };
  return { answered: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))) };
}
