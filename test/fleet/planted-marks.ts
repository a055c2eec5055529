import { type Scope, scopeOf } from '@agent-mem/contract';
import { invoke, type TestFleet } from '@agent-mem/testing';

/** Where marks are planted. */
export interface Planted {
  readonly scope: Scope;
  readonly conversation: string;
  readonly factId: string;
  readonly episodeId: string;
  readonly messageId: string;
}

/** A scope of these names. */
export function scopeNamed(user: string, collection = 'default'): Scope {
  return scopeOf({ workspace: 'default', user, collection });
}

/**
 * Plants a text that stands nowhere else in every kind of memory there is: facts of all histories, episodes, messages with their tool calls,
 * summaries, what an invocation learns and its journal, traces, stored payloads, metadata, idempotency keys and names.
 */
export async function plant(fleet: TestFleet, scope: Scope, mark: string): Promise<Planted> {
  const { caller, ports } = fleet;
  const said = (what: string) => `${mark} ${what}`;
  const conversation = `${mark}-talk`;
  const own = { ...scope, conversation_id: conversation };
  const metadata = { note: said('in metadata') };
  const options = (what: string) => ({ idempotencyKey: `${mark}-${what}`, timeoutMs: 60_000 });

  await caller.call(
    'conversations',
    'create',
    { ...own, title: said('title'), tags: [said('tag')], metadata },
    options('create'),
  );
  const evidence = { quote: said('quote') };
  const fact = {
    ...own,
    content: said('likes green tea'),
    metadata,
    evidence,
    subject: said('subject'),
    predicate: said('likes'),
    object: said('object'),
  };
  const { fact_id } = await caller.call('facts', 'store', fact, options('fact'));
  const elsewhere = { ...scope, content: said('of no conversation'), source: conversation };
  await caller.call('facts', 'store', elsewhere, options('source'));
  const gone = await caller.call('facts', 'store', { ...own, content: said('was deleted') }, options('deleted'));
  await caller.call('facts', 'delete', { ...scope, fact_id: gone.fact_id }, options('delete'));
  const back = await caller.call('facts', 'store', { ...own, content: said('came back') }, options('back'));
  await caller.call('facts', 'delete', { ...scope, fact_id: back.fact_id }, options('delete back'));
  // Its reply holds all of the fact.
  await caller.call('facts', 'restore', { ...scope, fact_id: back.fact_id }, options('restore'));
  const named = { ...own, content: said('lived in Lisbon'), key: said('key'), tags: [said('tag')] };
  const many = { ...scope, facts: [named, { ...own, content: said('drinks water') }] };
  const { results } = await caller.call('facts', 'store_many', many, options('many'));
  const change = { fact_id: results[0]?.fact_id ?? '', content: said('lives in Porto'), tags: [said('changed tag')] };
  await caller.call('facts', 'update', { ...scope, ...change }, options('update fact'));

  const episode = {
    ...own,
    goal: said('goal'),
    steps: [said('step')],
    outcome: said('outcome'),
    lessons: said('lesson'),
    metadata,
    key: said('key'),
    tags: [said('tag')],
  };
  await caller.call('episodes', 'store', { ...episode, outcome: said('first outcome') }, options('first episode'));
  const { episode_id } = await caller.call('episodes', 'store', episode, options('episode'));
  const call = {
    tool_name: said('tool'),
    arguments: JSON.stringify({ path: said('argument') }),
    tool_result: { success: true, result: JSON.stringify(said('result')) },
  };
  const message = { ...own, role: 'user', content: said('message'), speaker: said('speaker'), tool_calls: [call] } as const;
  const { message_id } = await caller.call('conversations', 'append_message', message, options('message'));
  const invocation_id = `inv_${crypto.randomUUID()}`;
  const invocation_summary = { invocation_id, query: said('query'), summary: said('summary'), result: said('answer') };
  await caller.call('conversations', 'update', { ...own, invocation_summary }, options('update'));

  await invoke(caller, { ...own, question: `Remember that ${mark} lives in Lisbon` });
  const items = [{ type: 'thought', content: said('thought') }] as const;
  await caller.call('working-memory', 'append', { ...scope, invocation_id, items }, options('trace'));
  await caller.call('conversations', 'end', own, options('end'));

  // What is stored aside, as its service does: content first, then the node that refers to it. Large content has a place of its own.
  for (const size of [1, 200_000]) {
    const memoryKey = `${mark}-key-${size}`;
    const description = {
      memoryKey,
      contentType: 'text/plain',
      metadata: { summary: said('detail'), conversation_id: conversation },
      createdAt: new Date(ports.clock.now()).toISOString(),
    };
    await ports.details.put(scope, description, [Buffer.from(`${said('content')} `.repeat(size))]);
    const at = description.createdAt;
    const properties = { memory_key: memoryKey, description: said('detail') };
    const node = { id: `det_${crypto.randomUUID()}`, kind: 'Detail', conversationId: conversation, properties } as const;
    await ports.graph.commit(scope, { nodes: [{ ...node, createdAt: at, updatedAt: at, record: 'stored' }] });
  }
  await ports.keyValue.set(scope, `cache/${mark}`, JSON.stringify({ conversation_id: conversation, text: said('cached') }));
  await ports.keyValue.append(scope, `list/${mark}`, [JSON.stringify(conversation), said('listed')]);
  await ports.keyValue.acquire(scope, `lease/${conversation}`, JSON.stringify(conversation), 3_600_000);
  await fleet.settled();
  return { scope, conversation, factId: fact_id, episodeId: episode_id, messageId: message_id };
}
