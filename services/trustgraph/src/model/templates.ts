/**
 * The templates that a deployment may load into its prompt service for this agent, by the names that it asks for. Their terms are the variables of our
 * own template of that kind (`packages/llm`), each list with its `has_…`, where no text can close a `<memory>` fence.
 */
export const flowTemplates = { react: 'agent-mem-react' } as const;

/** Those of every deployment, which TrustGraph's own agents ask for. */
export const stockTemplates = { react: 'agent-react', completion: 'question' } as const;
