import { type MemoryError, openMemory } from '../src/index.ts';

/* Prints how the agent's answer failed, whose model nobody serves: between its tries nothing but the call holds this process. */

const [dataDir] = process.argv.slice(2);
const model = { LLM_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'absent', MODEL_ATTEMPTS: '2', LOG_LEVEL: 'silent' };
await using memory = await openMemory({ dataDir, environment: model });
await memory.agent.invoke({ question: 'Who?' }).catch(({ type }: MemoryError) => console.log(type));
