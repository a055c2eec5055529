import { hourMs } from '@agent-mem/contract';
import { httpAddress, blockName as name, secretText } from '@agent-mem/runtime/settings-block';

const secretTexts = { type: 'object', additionalProperties: { $ref: '#/$defs/secretText' } } as const;
const texts = { type: 'array', items: { type: 'string' } } as const;
const maxBytes = { type: 'integer', minimum: 1_000, maximum: 1_000_000_000 } as const;

const rules = {
  approval: { type: 'boolean', description: 'A person approves each call. Default false' },
  groups: { ...texts, description: 'Requests that name groups are offered it by one of these. Default: default' },
} as const;
const toolRules = {
  ...rules,
  idempotent: { type: 'boolean', description: 'Calling it twice does what calling it once does. Default: what the origin says' },
} as const;
const originRules = {
  ...rules,
  only: { ...texts, description: "The tools that are offered, by the origin's names. Default: all" },
  tools: {
    description: "What differs for single tools, by the origin's names",
    type: 'object',
    additionalProperties: { type: 'object', properties: toolRules, additionalProperties: false },
  },
} as const;

const mcp = {
  type: 'object',
  properties: {
    command: {
      type: 'string',
      minLength: 1,
      description: 'Program of a server that is started here and asked over its standard input',
    },
    args: texts,
    env: { ...secretTexts, description: 'Variables of the server, beside HOME, LOGNAME, PATH, SHELL, TERM and USER' },
    folder: { type: 'string', description: 'Its working folder. Default: the folder of this file' },
    url: { ...httpAddress, description: 'Address of a server over streamable HTTP' },
    headers: secretTexts,
    max_bytes: { ...maxBytes, description: 'Most of one answer. Default 16,000,000' },
    ...originRules,
  },
  oneOf: [{ required: ['command'] }, { required: ['url'] }],
  additionalProperties: false,
} as const;

const openapi = {
  type: 'object',
  properties: {
    document: { type: 'string', minLength: 1, description: 'File or http(s) address of the document, JSON or YAML' },
    server: { ...httpAddress, description: "Where it is asked. Default: the document's first server" },
    headers: { ...secretTexts, description: 'Sent with every request, to that host alone' },
    query: { ...secretTexts, description: 'Added to the query of every request' },
    max_bytes: { ...maxBytes, description: 'Most of one answer. Default 100,000,000' },
    ...originRules,
  },
  required: ['document'],
  additionalProperties: false,
} as const;

const programArgument = {
  type: 'object',
  properties: {
    name,
    description: { type: 'string' },
    pattern: { type: 'string', minLength: 1, description: 'Regular expression that the whole value fits' },
    one_of: { ...texts, minItems: 1 },
    required: { type: 'boolean', description: 'Default true' },
  },
  required: ['name'],
  oneOf: [{ required: ['pattern'] }, { required: ['one_of'] }],
  additionalProperties: false,
} as const;

const program = {
  type: 'object',
  properties: {
    description: { type: 'string', minLength: 1, description: 'What it does, for the model' },
    program: { type: 'string', minLength: 1, description: 'File, or a name that PATH finds. No shell reads it' },
    args: { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/programArgument' }] } },
    env: { ...secretTexts, description: 'Its variables, beside PATH, HOME and LANG' },
    folder: { type: 'string', description: 'Its working folder. Default: the folder of this file' },
    timeout_ms: { type: 'integer', minimum: 1, maximum: hourMs, description: 'Default 30,000; TOOL_TIMEOUT_MS holds too' },
    max_bytes: { ...maxBytes, description: 'Most of its output; then it is ended. Default 10,000,000' },
    ...toolRules,
  },
  required: ['description', 'program'],
  additionalProperties: false,
} as const;

const named = (definition: string, description: string) =>
  ({ type: 'object', description, propertyNames: name, additionalProperties: { $ref: `#/$defs/${definition}` } }) as const;

/** JSON Schema of the block `tools:`, as it is published. */
export const settingsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'tools: of agent-mem.yaml',
  type: 'object',
  properties: {
    mcp: named('mcp', 'MCP servers by name; a tool is called <name>__<tool>'),
    openapi: named('openapi', 'HTTP interfaces by name; a tool is called <name>__<operation>'),
    programs: named('program', 'Programs that may be run, by the name of their tool'),
  },
  additionalProperties: false,
  $defs: { mcp, openapi, program, programArgument, secretText },
} as const;
