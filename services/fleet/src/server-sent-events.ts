/** One event of a stream: its name, its place and its data, as text. */
export interface ServerSentEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

/** Reads server-sent events (the part of the format our gateway writes: event, id, data, comments; lines end with \n). */
export async function* serverSentEvents(text: AsyncIterable<string>): AsyncIterable<ServerSentEvent> {
  let rest = '';
  for await (const piece of text) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parse(block);
      if (event.data !== '') yield event;
    }
  }
}

function parse(block: string): ServerSentEvent {
  const fields = { event: '', id: '', data: '' };
  for (const line of block.split('\n')) {
    const [, name, value] = /^(event|id|data): (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields[name as keyof typeof fields] = value;
  }
  return fields;
}
