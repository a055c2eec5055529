/** What a page does with a fleet: stores, retrieves, streams, leaves a stream, and meets an error. */
globalThis.ask = async (url) => {
  const { openMemory } = await import(new URL('client.js', location.href).href);
  const memory = await openMemory({ url, retries: 0 });
  await memory.facts.store({ content: 'The ferry to Ischia leaves at nine' });
  const { facts } = await memory.facts.retrieve({ query: 'When does the ferry leave?' });
  const frames = [];
  for await (const { type, content } of memory.agent.invokeStream({ question: 'When?', streaming: true }))
    frames.push(`${type}: ${content}`);
  // Leaving the loop cancels.
  for await (const { type } of memory.agent.invokeStream({ question: 'Please wait', streaming: true }))
    if (type === 'thought') break;
  const failed = await memory.facts.get({ fact_id: 'fact_none' }).catch((error) => error.type);
  return { fact: facts[0].content, frames, failed };
};
