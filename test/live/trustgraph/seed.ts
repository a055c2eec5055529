/** Entries of TrustGraph's configuration, by type and key. */
export type ConfigEntries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The workspace that everything here happens in. */
export const workspace = 'default';

/** Of the service that asks the model, and of the one that renders prompts for agents. */
export const textCompletionId = 'text-completion';
export const promptId = 'prompt-rag';

const queue = (kind: 'request' | 'response', name: string, scope = '{workspace}:{id}') => `${kind}:tg:${name}:${scope}`;
const served = (name: string) => ({ request: queue('request', name), response: queue('response', name) });
const asked = (as: string, name = as, scope?: string) => ({
  [`${as}-request`]: queue('request', name, scope),
  [`${as}-response`]: queue('response', name, scope),
});

/** A blueprint whose questions go to this agent, with the topics that TrustGraph's own has; that one starts in no flow that lacks one of them. */
export function blueprintOf(agentId: string): object {
  return {
    description: `Questions to ${agentId}`,
    parameters: { 'llm-model': { type: 'llm-model', description: 'The model', order: 1 } },
    interfaces: { agent: served('agent'), prompt: served(promptId) },
    flow: {
      [`${agentId}:{id}`]: {
        topics: {
          ...served('agent'),
          next: queue('request', 'agent'),
          ...asked('text-completion'),
          ...asked('prompt', promptId),
          ...asked('mcp-tool'),
          ...asked('graph-rag'),
          ...asked('structured-query'),
          ...asked('embeddings'),
          ...asked('row-embeddings-query', 'row-embeddings'),
          ...asked('librarian', 'librarian', '{workspace}'),
          explainability: 'flow:tg:triples-store:{workspace}:{id}',
        },
        parameters: {},
      },
      [`${promptId}:{id}`]: { topics: { ...served(promptId), ...asked('text-completion') }, parameters: {} },
      [`${textCompletionId}:{id}`]: { topics: served(textCompletionId), parameters: { model: '{llm-model}' } },
      'mcp-tool:{id}': { topics: served('mcp-tool'), parameters: {} },
    },
    blueprint: {},
  };
}

/** What stands before the question and each observation in the prompt of the agent; scripts of the model read it. */
const agentPrompt = `Answer the question, with the help of these tools:
{% for tool in tools %}- {{tool.name}}: {{tool.description}}
{% for argument in tool.arguments %}    {{argument.name}} ({{argument.type}}): {{argument.description}}
{% endfor %}{% endfor %}Context: {{context}}
Question: {{question}}
{% for step in history %}Thought: {{step.thought}}
Action: {{step.action}}
Args: {{step.arguments}}
Observation: {{step.observation}}
{% endfor %}`;

/** What an operator has put into the workspace: prompts, tools of each kind that can be served here, and the blueprint `stock`. */
export function seedOf(mcpUrl: string): ConfigEntries {
  const text = (prompt: string) => ({ prompt, 'response-type': 'text' });
  return {
    'parameter-type': { 'llm-model': { type: 'string', description: 'The model', default: 'scripted' } },
    prompt: {
      system: 'You are a test.',
      'template.agent-react': text(agentPrompt),
      'template.question': text('{{question}}'),
      'template.shout': text('SHOUT {{text}}'),
    },
    tool: {
      llm: { type: 'text-completion', name: 'LLM text completion', description: 'Asks the model' },
      shout: {
        type: 'prompt',
        name: 'shout',
        description: 'Shouts a text',
        template: 'shout',
        arguments: [{ name: 'text', type: 'string', description: 'The text' }],
      },
      add: {
        type: 'mcp-tool',
        name: 'add',
        description: 'Adds numbers',
        'mcp-tool': 'add',
        arguments: [
          { name: 'a', type: 'number', description: 'One' },
          { name: 'b', type: 'number', description: 'The other' },
        ],
      },
      broken: {
        type: 'prompt',
        name: 'broken',
        description: 'Asks for a template that is not there',
        template: 'not-there',
        arguments: [{ name: 'text', type: 'string', description: 'The text' }],
      },
      joke: {
        type: 'tool-service',
        name: 'tell-joke',
        description: 'Tells a joke',
        service: 'joke-service',
        style: 'pun',
        arguments: [{ name: 'topic', type: 'string', description: 'What it is about' }],
        group: ['jokes'],
      },
    },
    'tool-service': {
      'joke-service': {
        id: 'joke-service',
        'request-queue': 'non-persistent://tg/request/joke',
        'response-queue': 'non-persistent://tg/response/joke',
        'config-params': [{ name: 'style', required: false }],
      },
    },
    mcp: { add: { url: mcpUrl, 'remote-name': 'add' } },
    'flow-blueprint': { stock: blueprintOf('agent-manager') },
  };
}
