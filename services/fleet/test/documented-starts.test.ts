import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPrompts } from '@agent-mem/llm';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { openChatModel, openEmbedder } from '../src/adapters/models.ts';
import { programConfig } from '../src/config.ts';
import { variableGroups } from '../src/generated/variables.ts';
import { openSettings } from '../src/settings-file/open-settings.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
// A decision speaks of its day.
const pages = ['README.md', ...globSync('docs/{explanation,get-started,guides,reference}/*.md', { cwd: root })];
const known = new Set<string>(variableGroups.flatMap(({ variables }) => Object.keys(variables)));

/** Names of other programs, and of our clients, that pages speak of. */
const othersNames: ReadonlySet<string> = new Set([
  ...['AGENT_MEM_KEY', 'AGENT_MEM_URL', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'GEMINI_API_KEY', 'GEMINI_CLI_CUSTOM_HEADERS'],
  ...['GEMINI_CLI_HOME', 'GRPC_HOST', 'HTTP_HOST', 'HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS', 'NO_COLOR', 'OTEL_RESOURCE_ATTRIBUTES'],
  'SSL_CERT_FILE',
  // Parts of Java's settings, of gRPC's statuses, and an edge that a specification names.
  ...['CLIENT_CERTIFICATE', 'CLIENT_KEY', 'DEADLINE_EXCEEDED', 'REFERENCES_CODE'],
]);

it.each(pages)('every variable that %s names is one of the program', (page) => {
  const named = [...textOf(page).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !known.has(name) && !othersNames.has(name))).toEqual([]);
});

const starts = pages.flatMap((page) =>
  [...textOf(page).matchAll(/(?:^|`)((?:[A-Z_]+=(?:'[^']*'|[^\s'`]+) +)+)npm start/gm)].map(([, set = '']) => [page, set.trim()]),
);

it('pages show how the program is started with variables', () => {
  expect(starts.length).toBeGreaterThan(5);
});

it.each(starts)('in %s the variables of "%s" start the program', async (_page, set = '') => {
  const given = [...set.matchAll(/([A-Z_]+)=(?:'([^']*)'|(\S+))/g)].map(([, name = '', quoted, bare]) => [name, quoted ?? bare]);
  expect(given.filter(([name = '']) => !known.has(name))).toEqual([]);
  const config = programConfig(Object.fromEntries(given));
  await openChatModel(config);
  await openEmbedder(config);
});

it('each settings file that the guide of configuration shows has what a start needs', async () => {
  await using folder = await temporaryDirectory();
  const files = [...textOf('docs/guides/configure.md').matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    await writeFile(join(folder.path, 'agent-mem.yaml'), file);
    const { path, variables } = await openSettings({}, [...known], folder.path);
    expect(path).not.toBeNull();
    const { LLM_URL, LLM_MODEL, EMBEDDINGS_URL, EMBEDDINGS_DIMENSION } = programConfig(variables);
    expect([LLM_URL === '', EMBEDDINGS_DIMENSION !== null && EMBEDDINGS_URL === '']).toEqual([LLM_MODEL === '', false]);
  }
});

it('the prompts that the guide of configuration shows are taken in the place of the built-in ones', async () => {
  await using folder = await temporaryDirectory();
  const [, shown = ''] = /```yaml prompts\n(.*?)```/s.exec(textOf('docs/guides/configure.md')) ?? [];
  const path = join(folder.path, 'prompts.yaml');
  await writeFile(path, shown);
  const messages = [{ role: 'user', content: 'Wann fährt die Fähre?' }] as const;
  const variables = { max_tokens: 50, previous: '', summaries: [], messages, facts: [] };
  const [system, user] = (await loadPrompts(path)).render('summary-conversation', variables);
  expect(system?.content).toMatch(/^Sag in einem Satz/);
  expect(user?.content).toBe('<memory kind="message" role="user">Wann fährt die Fähre?</memory>');
});

function textOf(page: string): string {
  return readFileSync(`${root}${page}`, 'utf8');
}
