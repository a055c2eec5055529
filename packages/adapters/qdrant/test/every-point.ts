/** All points of all collections, payloads and vectors, as one text. */
export async function everyPoint(server: { readonly url: string; readonly apiKey: string }): Promise<string> {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'api-key': server.apiKey, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${server.url.replace('qdrant+', '')}${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { readonly result: unknown }).result;
  };
  const { collections } = (await ask('GET', '/collections')) as { readonly collections: readonly { readonly name: string }[] };
  const texts: string[] = [];
  for (const { name } of collections) {
    for (let offset: unknown = null; ; ) {
      const wish = { limit: 1_000, offset, with_payload: true, with_vector: true };
      const page = (await ask('POST', `/collections/${name}/points/scroll`, wish)) as Page;
      texts.push(JSON.stringify(page.points));
      if (page.next_page_offset === null) break;
      offset = page.next_page_offset;
    }
  }
  return texts.join('\n');
}

interface Page {
  readonly points: readonly unknown[];
  readonly next_page_offset: unknown;
}
