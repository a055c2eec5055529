import { connect } from 'node:net';

/** What a busy client is to send: the same request, over so many connections. */
export interface BusyWork {
  readonly port: number;
  /** The whole request, with its head. */
  readonly request: string;
  readonly connections: number;
}

/** How many answers of each status it has had. */
export type StatusCounts = Readonly<Record<string, number>>;

const counts: Record<string, number> = {};
const head = /^HTTP\/1\.1 (\d{3})[\s\S]*?\r\ncontent-length: (\d+)[\s\S]*?\r\n\r\n/i;

/** Sends the request again whenever it has an answer, whatever that says; connects anew where the connection was closed. */
function keepAsking({ port, request, connections }: BusyWork, answered: () => void): void {
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  let waiting = '';
  let isAnswered = false;
  socket.setEncoding('latin1').on('data', (part: string) => {
    waiting += part;
    for (;;) {
      const match = head.exec(waiting);
      const [whole = '', status = '', length = ''] = match ?? [];
      const end = whole.length + Number(length);
      if (!match || waiting.length < end) return;
      waiting = waiting.slice(end);
      if (!isAnswered) answered();
      isAnswered = true;
      counts[status] = (counts[status] ?? 0) + 1;
      socket.write(request);
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    keepAsking({ port, request, connections }, () => undefined);
  });
}

process.on('message', (work: BusyWork | 'counts') => {
  if (work === 'counts') return void process.send?.({ ...counts });
  let busy = 0;
  for (let index = 0; index < work.connections; index += 1) {
    keepAsking(work, () => {
      busy += 1;
      if (busy === work.connections) process.send?.('busy');
    });
  }
});
