/**
 * Speaks to memory with version 1 of MCP's SDK for TypeScript, from the folder of modules in MCP_MODULES: node mcp-v1-client.mjs http URL, or
 * node mcp-v1-client.mjs stdio PROGRAM… Prints what it saw as JSON.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const sdk = createRequire(join(process.env.MCP_MODULES ?? '', 'index.js'));
const load = (path) => import(pathToFileURL(sdk.resolve(`@modelcontextprotocol/sdk/${path}`)).href);
const { Client } = await load('client/index.js');

const [kind, first = '', ...rest] = process.argv.slice(2);

async function transport() {
  if (kind === 'http') {
    const { StreamableHTTPClientTransport } = await load('client/streamableHttp.js');
    return new StreamableHTTPClientTransport(new URL(first));
  }
  const { StdioClientTransport } = await load('client/stdio.js');
  return new StdioClientTransport({ command: first, args: rest, env: { ...process.env } });
}

const client = new Client({ name: 'test', version: '1' });
await client.connect(await transport());
const { tools } = await client.listTools();
// The client holds an answer against the output schema of a tool that is listed.
const stored = await client.callTool({ name: 'store_fact', arguments: { fact_content: 'Anne lives in Lyon' } });
const recalled = await client.callTool({ name: 'retrieve_facts', arguments: { query: 'Where does Anne live?' } });
const refused = await client.callTool({ name: 'store_fact', arguments: {} });
const unlisted = await client.callTool({ name: 'create_conversation', arguments: { conversation_id: 'talk', title: 'A talk' } });
const { resourceTemplates } = await client.listResourceTemplates();
const fact = await client.readResource({ uri: `memory://facts/${stored.structuredContent.fact_id}` });
const prompt = await client.getPrompt({ name: 'recall', arguments: { question: 'Where does Anne live?' } });
const unknown = await client.callTool({ name: 'no_such_tool', arguments: {} }).catch((error) => error.code);
await client.close();
const seen = {
  tools: tools.map(({ name }) => name),
  stored: stored.structuredContent,
  recalled: recalled.structuredContent.facts.map(({ content }) => content),
  text: recalled.content[0].text,
  refused: [refused.isError, refused.content[0].text],
  unlisted: unlisted.structuredContent,
  templates: resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  resource: JSON.parse(fact.contents[0].text).content,
  prompt: prompt.messages[0].content.text,
  unknown,
};
process.stdout.write(`${JSON.stringify(seen)}\n`);
