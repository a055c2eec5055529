/** The data of each event of a stream in the format of server-sent events, and null for a comment, which says that the stream is alive. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string | null, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith(':')) yield null;
        if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
        if (line === '' && data.length > 0) {
          yield data.join('\n');
          data = [];
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
