import { once } from 'node:events';
import { connect } from 'node:net';

/** Asks a Redis on this port by its plain text protocol; answers what it answered, whole. Rejects where nobody listens. */
export async function askRedis(port: number, password: string, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  try {
    await once(socket, 'connect');
    socket.write(`AUTH ${password}\r\n${command}\r\nPING\r\n`);
    let answer = '';
    for await (const text of socket) {
      answer += text;
      if (answer.includes('+PONG\r\n')) return answer.replace('+OK\r\n', '').replace(/\+PONG\r\n$/, '');
      if (/^-/.test(answer)) throw new Error(`Redis answered ${answer}`);
    }
    throw new Error('Redis closed the connection');
  } finally {
    socket.destroy();
  }
}
