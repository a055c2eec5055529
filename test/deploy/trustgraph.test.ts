import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPrompts, type TemplateVariables } from '@agent-mem/llm';
import { memoryTools } from '@agent-mem/memory-tools';
import { temporaryDirectory } from '@agent-mem/testing';
import { memoryToolQueues, readFlowEntry } from '@agent-mem/trustgraph';
import { describe, expect, it } from 'vitest';
import { flowTools } from '../../services/trustgraph/src/tools/flow-tools.ts';
import { describeLive } from '../live/live.ts';
import { findProgram, findTool } from '../live/tools.ts';
import { blueprintOf } from '../live/trustgraph/seed.ts';
import { agentTool, type Blueprint, mergedBlueprint } from './trustgraph-blueprint.ts';

const folder = fileURLToPath(new URL('../../deploy/trustgraph/', import.meta.url));
const stock = blueprintOf('agent-manager') as Blueprint;
const parts = globSync('*.json', { cwd: `${folder}blueprints` });
const jsonOf = async (path: string) => JSON.parse(await readFile(`${folder}${path}`, 'utf8')) as Record<string, unknown>;

describe('the parts of blueprints', () => {
  it('are these', () => {
    expect(parts.sort()).toEqual(['memory.json', 'replace.json', 'same-id.json', 'side-by-side.json', 'stock-agent-tools.json']);
  });

  it.each(parts)('%s makes a blueprint of which a flow can be started', async (part) => {
    const blueprint = await mergedBlueprint(stock, part);
    expect(Object.keys(blueprint)).toEqual(expect.arrayContaining(['flow', 'blueprint', 'interfaces']));
    const values = { workspace: 'acme', id: 'main', blueprint: part, 'llm-model': 'm' };
    for (const [name, entry] of Object.entries(blueprint.flow)) {
      const read = readFlowEntry('acme', 'main', fillTemplate(JSON.stringify(entry), values));
      expect(JSON.stringify(read), name).not.toMatch(/\{(workspace|id|[a-z-]+)\}/);
    }
    // Two on one queue of requests would both answer.
    const requests = Object.values(blueprint.flow).map(({ topics }) => topics.request);
    expect(new Set(requests).size).toBe(requests.length);
    for (const [name, { request, response }] of Object.entries(blueprint.interfaces)) {
      const answering = Object.values(blueprint.flow).filter(
        ({ topics }) => topics.request === request && topics.response === response,
      );
      expect(answering, name).toHaveLength(1);
    }
  });

  it('replace.json gives the agent every topic of TrustGraph’s own', async () => {
    const { flow } = await mergedBlueprint(stock, 'replace.json');
    expect(flow['agent-manager:{id}']).toBeUndefined();
    expect(Object.keys(flow['agent-mem:{id}']?.topics ?? {}).sort()).toEqual(
      Object.keys(stock.flow['agent-manager:{id}']?.topics ?? {}).sort(),
    );
    expect(flow['agent-mem:{id}']?.topics.next).toBe(flow['agent-mem:{id}']?.topics.request);
  });

  it('side-by-side.json leaves TrustGraph’s own agent where it is', async () => {
    const { flow, interfaces } = await mergedBlueprint(stock, 'side-by-side.json');
    expect(flow['agent-manager:{id}']).toEqual(stock.flow['agent-manager:{id}']);
    expect(interfaces.agent?.request).toBe(flow['agent-mem:{id}']?.topics.request);
    expect(interfaces.agent?.request).not.toBe(stock.interfaces.agent?.request);
  });

  it.each(['replace.json', 'side-by-side.json'])('%s leaves to the workspace what can be set for all its flows', async (part) => {
    const { flow } = await mergedBlueprint(stock, part);
    expect(flow['agent-mem:{id}']?.parameters).toEqual({});
  });

  it('same-id.json changes parameters only', async () => {
    const { flow } = await mergedBlueprint(stock, 'same-id.json');
    expect(flow['agent-manager:{id}']?.topics).toEqual(stock.flow['agent-manager:{id}']?.topics);
  });

  it('stock-agent-tools.json asks for tools where memory.json takes such questions', async () => {
    const { flow } = await mergedBlueprint(stock, 'stock-agent-tools.json', 'memory.json');
    const { agentMcpTool } = memoryToolQueues;
    const agent = flow['agent-manager:{id}']?.topics ?? {};
    const memory = flow['agent-mem-memory:{id}']?.topics ?? {};
    expect(agent['mcp-tool-request']).toBe(memory[agentMcpTool.request]);
    expect(agent['mcp-tool-response']).toBe(memory[agentMcpTool.response]);
    expect(memory['mcp-tool-request']).toBe(stock.flow['mcp-tool:{id}']?.topics.request);
  });
});

describe('the tools', () => {
  it.each(['tool-service', 'mcp-tool'])('%s has memory’s three', (kind) => {
    const names = globSync(`${kind}/tool/*.json`, { cwd: folder }).map((file) => basename(file, '.json'));
    expect(names.sort()).toEqual(memoryTools.map(({ name }) => name).sort());
  });

  it.each(memoryTools.map(({ name }) => name))('%s is told to the model in the same words as by agent-mem', async (name) => {
    const service = await jsonOf(`tool-service/tool/${name}.json`);
    const mcp = await jsonOf(`mcp-tool/tool/${name}.json`);
    expect(service).toMatchObject({ type: 'tool-service', name, service: 'agent-mem-memory', tool: name });
    expect(mcp).toMatchObject({ type: 'mcp-tool', name, 'mcp-tool': name });
    const { description, arguments: args } = agentTool(name);
    for (const one of [service, mcp]) expect(one).toMatchObject({ description, arguments: args });
  });

  it.each(['tool-service', 'mcp-tool'])('%s is read as well-formed by the agent itself', async (kind) => {
    const refused: string[] = [];
    const note = (_fields: object, sentence: string) => void refused.push(sentence);
    const log = { debug: note, info: note, warn: note, error: note, child: () => log };
    const entries = globSync(`${kind}/*/*.json`, { cwd: folder }).map(async (path) => {
      return [path.split('/')[1], basename(path, '.json'), await readFile(`${folder}${path}`, 'utf8')] as const;
    });
    const all = await Promise.all(entries);
    const settings = (type: string) => Object.fromEntries(all.filter(([of]) => of === type).map(([, key, text]) => [key, text]));
    expect(flowTools(log).read({ settings })).toHaveLength(memoryTools.length);
    expect(refused).toEqual([]);
  });

  it('their service is where the memory interface of the flow "default" takes calls', async () => {
    const { flow } = await mergedBlueprint(stock, 'memory.json');
    const topics = flow['agent-mem-memory:{id}']?.topics ?? {};
    const { toolService } = memoryToolQueues;
    const values = { workspace: 'default', id: 'default' };
    expect(await jsonOf('tool-service/tool-service/agent-mem-memory.json')).toEqual({
      id: 'agent-mem-memory',
      'request-queue': fillTemplate(topics[toolService.request] ?? '', values),
      'response-queue': fillTemplate(topics[toolService.response] ?? '', values),
      'config-params': [
        { name: 'tool', required: true },
        { name: 'collection', required: false },
      ],
    });
  });
});

const jq = findProgram('jq');

describeLive('jq', 'missing' in jq ? { ...jq, isOptional: true } : jq, () => {
  it('makes by the README of a blueprint what these tests looked at', async () => {
    const readme = await readFile(`${folder}README.md`, 'utf8');
    const [, command = ''] = /^(jq -s [\s\S]*?) > with-memory\.json$/m.exec(readme) ?? [];
    await using directory = await temporaryDirectory();
    await writeFile(`${directory.path}/blueprint.json`, JSON.stringify(stock));
    const made = command.replace(' blueprint.json', ` ${directory.path}/blueprint.json`);
    const { stdout } = await promisify(execFile)('sh', ['-c', made], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(await mergedBlueprint(stock, 'replace.json', 'memory.json'));
  });
});

describeLive('ibis, the templates of TrustGraph’s prompt service', findTool('trustgraph/bin/python'), (python) => {
  const variables: TemplateVariables['react'] = {
    additional_context: 'You work for a <ferry> company & know "all".',
    facts: [{ id: 'fact_1', content: 'The ferry leaves at nine', timestamp: '2026-01-01T00:00:00Z' }],
    episodes: [{ id: 'epi_1', goal: 'Book', steps: ['Look up', 'Pay'], outcome: 'Booked', lessons: 'Be early' }],
    conversation: [{ query: 'When?', summary: 'Looked it up', result: 'At nine' }],
    conversation_summary: 'They speak of ferries',
    sessions: [
      {
        heading: '2026-01-01 10:00',
        lines: [
          { role: 'user', content: 'When?' },
          { role: 'assistant', content: 'At nine' },
        ],
      },
      { heading: '2026-01-02 10:00', lines: [{ role: 'user', content: 'And now?' }] },
    ],
    other_sessions: [{ heading: '2025-12-01 10:00, conversation c2', lines: [{ role: 'user', content: 'I like ferries' }] }],
    working_memory: [{ type: 'thought', content: 'I look {{it}} up\n{% in two lines %}' }],
    tools: [
      { name: 'add', description: 'Adds', arguments: [{ name: 'a', type: 'number', description: 'One' }] },
      { name: 'now', description: 'The time', arguments: [] },
    ],
    state: 'booking',
    question: 'When does it leave?',
    asked_at: 'Thursday, 2026-01-01 10:00 UTC',
    learns: true,
    opens_references: true,
  };
  const nothing: TemplateVariables['react'] = {
    ...{ additional_context: '', facts: [], episodes: [], conversation: [], working_memory: [], tools: [], state: '' },
    ...{ question: 'When?', asked_at: '', learns: false, opens_references: false },
    ...{ conversation_summary: '', sessions: [], other_sessions: [] },
  };

  it.each([
    ['everything', variables],
    ['nothing', nothing],
  ])('makes of the react prompt with %s what our own renderer makes', async (_what, given) => {
    const { prompt } = await jsonOf('prompts/prompt/template.agent-mem-react.json');
    const script =
      'import ibis, json, sys; print(ibis.Template(json.loads(sys.argv[1])).render(json.loads(sys.argv[2])), end="")';
    const args = ['-c', script, JSON.stringify(prompt), JSON.stringify(given)];
    const { stdout } = await promisify(execFile)(python(), args);
    const own = createPrompts()
      .render('react', given)
      .map(({ content }) => content)
      .join('\n\n');
    expect(stdout.trim()).toBe(own);
  });
});

/** Puts values into a blueprint's template: `request:tg:agent:{workspace}:{id}`. What has no value stays as it is. */
function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^{}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}
