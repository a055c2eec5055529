import { OperationError } from '@agent-mem/contract';
import { hashEmbedder, type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { defaultScope, invocationCompleted, startFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';

const build = [
  'npm run build',
  ...Array.from({ length: 50 }, (_, line) => `compiling file ${line}`),
  'FATAL: ENOSPC no space left on device',
].join('\n');
const fatal = 'npm run build: FATAL: ENOSPC no space left on device';

/** Details, facts and conversations, with a model that answers as it is set to, or rules. */
async function start(answer?: (template: string) => ScriptedAnswer, environment = {}) {
  const clock = turnedClock(Date.parse('2026-05-07T09:30:00Z'));
  const chatModel = answer && scriptedChatModel(({ template }) => answer(template));
  const services = ['facts', 'working-memory', 'conversations', 'graph'];
  const fleet = await startFleet({ services, embedder: hashEmbedder(), clock, environment, ...(chatModel && { chatModel }) });
  const { call } = fleet.caller;
  return {
    clock,
    fleet,
    call,
    chatModel,
    async later(ms = 2_000) {
      // What falls due by what the first half has done is looked after in the second.
      for (const half of [ms / 2, ms / 2]) {
        // Of hours the last second is enough to see each job at its own time.
        await clock.leap(Math.max(0, half - 1_000));
        await clock.advance(Math.min(half, 1_000));
        await fleet.settled();
      }
    },
    async store(content: string, source_command: string) {
      const { detail } = await call('working-memory', 'store_detail', { content, source_command, type: 'command_output' });
      return { id: detail?.id ?? '', key: detail?.memory_key ?? '', description: detail?.description };
    },
    /** One invocation that opens a detail by its key. */
    async open(memory_key: string, number: number, injected_ids: readonly string[] = []) {
      const steps = [{ action: 'retrieve_memory', arguments: JSON.stringify({ memory_key }), success: true, from_memory: true }];
      const event = invocationCompleted(
        { invocation_id: `inv_${number}`, steps: memory_key === '' ? [] : steps, injected_ids: [...injected_ids] },
        { id: `event-${number}` },
      );
      await publishEvent(fleet.ports.bus, event);
      await fleet.settled();
    },
    async articles(query = 'build space device FATAL') {
      return (await call('working-memory', 'search_details', { query, type: 'article', top_k: 10 })).details;
    },
    textOf: async (memory_key: string) => (await call('working-memory', 'retrieve_detail', { memory_key })).content,
    async facts() {
      const { facts } = await call('facts', 'list', {});
      return facts.map(({ content, metadata }) => ({ content, from: metadata.consolidated_from }));
    },
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

async function openedThrice(world: Awaited<ReturnType<typeof start>>, key: string, from = 1) {
  for (const number of [from, from + 1, from + 2]) await world.open(key, number);
  await world.later();
}

describe('what three invocations have opened', () => {
  it('becomes facts that say what they came of, and one article that search_memory finds', async () => {
    await using world = await start();
    const { id, key } = await world.store(build, 'npm run build --verbose');
    await world.open(`[MemoryRef: ${key} - the build]`, 1);
    // The event again is the same invocation.
    await world.open(key, 1);
    await world.open(key, 2);
    await world.later();
    expect([await world.articles(), await world.facts()]).toEqual([[], []]);
    await world.open(key, 3);
    await world.later();
    expect(await world.facts()).toEqual([{ content: fatal, from: id }]);
    const [article, ...others] = await world.articles();
    expect(others).toEqual([]);
    expect(article).toMatchObject({ memory_type: 'article', rests_on: [id], description: 'article about npm run build' });
    const text = await world.textOf(article?.memory_key ?? '');
    expect(text).toContain('- FATAL: ENOSPC no space left on device');
    expect(text).toContain(`[MemoryRef: ${key} - `);
    const jobs = await world.call('graph', 'list_jobs', {});
    expect(jobs.jobs).toMatchObject([{ kind: 'consolidate', status: 'done', subject: id }]);
  });

  it('counts invocations, not looks; CONSOLIDATE_AFTER 3 asks for three of them', async () => {
    await using world = await start();
    const { key } = await world.store(build, 'npm run build');
    for (let look = 0; look < 5; look++) await world.open(key, 1);
    await world.later();
    expect(await world.articles()).toEqual([]);
  });

  it('stands in an article that has no days of its own: it goes within the hour in which the last that it rests on expires', async () => {
    await using world = await start(undefined, { DETAIL_TTL_DAYS: '1' });
    const { key } = await world.store(build, 'npm run build');
    await openedThrice(world, key);
    await world.later(7_200_000);
    const [article] = await world.articles();
    expect(article?.memory_type).toBe('article');
    await world.clock.leap(24 * 3_600_000);
    await world.later(7_200_000);
    expect(await world.articles()).toEqual([]);
    const opened = (memory_key: string) => world.textOf(memory_key);
    await expect(opened(key)).rejects.toThrow(`Detail ${key} expired on 2026-05-08`);
    await expect(opened(article?.memory_key ?? '')).rejects.toThrow('not found');
    expect(await world.facts()).toMatchObject([{ content: fatal }]);
  });

  it('of the same subject stands in one article, which is rewritten when one of them is deleted, and goes with the last', async () => {
    await using world = await start();
    const first = await world.store(build, 'npm run build');
    const second = await world.store('start\nERROR: out of memory in worker 4\nend', 'npm run build -- --watch');
    await openedThrice(world, first.key);
    await openedThrice(world, second.key, 10);
    const [article, ...others] = await world.articles();
    expect(others).toEqual([]);
    expect(article?.rests_on).toEqual([first.id, second.id]);
    const key = article?.memory_key ?? '';
    expect(await world.textOf(key)).toMatch(/ENOSPC.*out of memory in worker 4/s);

    await world.call('working-memory', 'delete_detail', { memory_key: first.key });
    await world.later();
    expect((await world.articles())[0]).toMatchObject({ id: article?.id, memory_key: key, rests_on: [second.id] });
    expect(await world.textOf(key)).not.toContain('ENOSPC');

    await world.call('working-memory', 'delete_detail', { memory_key: second.key });
    await world.later();
    expect(await world.articles()).toEqual([]);
    await expect(world.textOf(key)).rejects.toMatchObject({ type: 'not-found' });
  });

  it.each([1, 2, 3, 4])(
    'comes out the same when nobody hears of commit %i of the job: no fact and no article is there twice',
    async (unheard) => {
      await using world = await start();
      const { key } = await world.store(build, 'npm run build');
      for (const number of [1, 2, 3]) await world.open(key, number);
      const { graph } = world.fleet.ports;
      const commit = graph.commit.bind(graph);
      let count = 0;
      vi.spyOn(graph, 'commit').mockImplementation(async (...asked) => {
        const result = await commit(...asked);
        count += 1;
        if (count === unheard) throw new OperationError('unavailable', 'the process is dead');
        return result;
      });
      for (let minute = 0; minute < 5; minute++) await world.later(60_000);
      expect(count).toBeGreaterThan(unheard);
      expect((await world.facts()).map(({ content }) => content)).toEqual([fatal]);
      expect(await world.articles()).toHaveLength(1);
    },
  );

  it('leaves no text in an article when it is purged', async () => {
    await using world = await start();
    const { id, key } = await world.store(build, 'npm run build');
    await openedThrice(world, key);
    const [article] = await world.articles();
    await world.call('working-memory', 'purge', { id });
    expect(await world.articles()).toEqual([]);
    expect(await world.fleet.ports.details.stat(defaultScope, article?.memory_key ?? '')).toBeNull();
    expect(await world.fleet.ports.graph.get(defaultScope, [article?.id ?? ''])).toEqual([]);
  });

  it('is embedded once, however often the article is looked after', async () => {
    await using world = await start();
    const { key } = await world.store(build, 'npm run build');
    await openedThrice(world, key);
    const [article] = await world.articles();
    const embed = vi.spyOn(world.fleet.ports.embedder, 'embed');
    for (let hour = 0; hour < 3; hour += 1) await world.later(3_600_000);
    expect(embed).not.toHaveBeenCalled();
    const [node] = await world.fleet.ports.graph.get(defaultScope, [article?.id ?? '']);
    const [document] = await world.fleet.ports.searchIndex.get(defaultScope, [article?.id ?? '']);
    expect(node?.version).toBeGreaterThan(3);
    expect(document).toMatchObject({ version: node?.version, vectors: [{ embedder: hashEmbedder().id }] });
  });

  it('may be a message of another conversation; those of the running one are not counted', async () => {
    await using world = await start();
    const append = async (conversation_id: string, content: string) =>
      (await world.call('conversations', 'append_message', { conversation_id, role: 'user', content })).message_id;
    const elsewhere = await append('c2', 'We agreed that the release train of Falcon leaves on Fridays.');
    const here = await append('c1', 'The staging server of Heron is called Bison.');
    for (const number of [1, 2, 3]) await world.open('', number, [elsewhere, here]);
    await world.later();
    const found = await world.articles('Falcon release train');
    expect(found).toMatchObject([{ description: 'article about Falcon', rests_on: [elsewhere] }]);

    await world.call('conversations', 'delete', { conversation_id: 'c2' });
    await world.later(3_600_000);
    expect(await world.articles('Falcon release train')).toEqual([]);
  });
});

describe('what it says', () => {
  it('is as old as it is: what was said since stays believed', async () => {
    const reading = JSON.stringify({ subject: 'the flat', facts: ['The user lives in Braga'] });
    await using world = await start((template) => (template === 'consolidate-source' ? reading : 'none'));
    const said = { conversation_id: 'c2', role: 'user', content: 'Braga it is now, for my flat' } as const;
    const { message_id } = await world.call('conversations', 'append_message', said);
    await world.later(60_000);
    await world.call('facts', 'store', { content: 'The user lives in Faro' });
    await world.later(60_000);
    for (const number of [1, 2, 3]) await world.open('', number, [message_id]);
    await world.later(60_000);
    expect(await world.facts()).toEqual([{ content: 'The user lives in Faro' }]);
    const { facts } = await world.call('facts', 'list', { statuses: ['SUPERSEDED'] });
    expect(facts).toMatchObject([{ content: 'The user lives in Braga', metadata: { consolidated_from: message_id } }]);
  });
});

describe('what rules make no fact of', () => {
  it('is what learning has read in a message already, and what an agent answered', async () => {
    await using world = await start();
    const append = async (role: 'user' | 'assistant', content: string) =>
      (await world.call('conversations', 'append_message', { conversation_id: 'c2', role, content })).message_id;
    const asked = await append('user', 'Remember that locker 41 opens with code 533');
    const answer = await append('assistant', 'I will remember: Locker 41 opens with code 533.');
    const plain = await append('user', 'We agreed that the release train of Falcon leaves on Fridays.');
    await world.later();
    const learned = await world.facts();
    expect(learned.map(({ content }) => content)).toContain('Locker 41 opens with code 533');
    for (const number of [1, 2, 3]) await world.open('', number, [asked, answer, plain]);
    await world.later();
    const made = (await world.facts()).filter(({ from }) => from !== undefined);
    expect(made.filter(({ from }) => from !== plain)).toEqual([]);
    expect((await world.articles('locker 41 code')).flatMap(({ rests_on }) => rests_on)).not.toContain(answer);
  });

  it('is the description of a detail: it stands in the article', async () => {
    await using world = await start();
    const { id, key } = await world.store('a\nb\nc', 'ls -1');
    await openedThrice(world, key);
    expect(await world.facts()).toEqual([]);
    expect(await world.articles('ls')).toMatchObject([{ rests_on: [id] }]);
  });
});

describe('with a model', () => {
  const reading = JSON.stringify({ subject: 'disk space', facts: ['The build needs 4 GB of free disk'] });

  it('it names the subject, says the facts and writes the article', async () => {
    await using world = await start((template) =>
      template === 'consolidate-source' ? reading : template === 'write-article' ? 'Builds need 4 GB.' : 'a failed build',
    );
    const { id, key } = await world.store(build, 'npm run build');
    await openedThrice(world, key);
    expect(await world.facts()).toEqual([{ content: 'disk space: The build needs 4 GB of free disk', from: id }]);
    const [article] = await world.articles('disk space');
    expect(article?.metadata.subject).toBe('disk space');
    expect(await world.textOf(article?.memory_key ?? '')).toContain('# disk space\n\nBuilds need 4 GB.\n');
  });

  it('what says nothing is read once, however often it is shown', async () => {
    await using world = await start(() => JSON.stringify({ subject: 'tea', facts: [] }));
    const { message_id } = await world.call('conversations', 'append_message', {
      conversation_id: 'c2',
      role: 'assistant',
      content: 'Which tea would you like?',
    });
    for (const number of [1, 2, 3, 4, 5]) {
      await world.open('', number, [message_id]);
      await world.later();
    }
    expect(world.chatModel?.requests.filter(({ template }) => template === 'consolidate-source')).toHaveLength(1);
    const { jobs } = await world.call('graph', 'list_jobs', {});
    expect(jobs).toMatchObject([{ kind: 'consolidate', status: 'done', subject: message_id }]);
  });

  it('that is away it is waited for, and then the rules read', async () => {
    await using world = await start(() => new OperationError('unavailable', 'The server answers 500'));
    const { key } = await world.store(build, 'npm run build');
    await openedThrice(world, key);
    expect(await world.facts()).toEqual([]);
    for (let minute = 0; minute < 10; minute++) await world.later(60_000);
    expect((await world.facts()).map(({ content }) => content)).toEqual([fatal]);
    expect(await world.articles()).toHaveLength(1);
  });

  it('it improves the description that rules made, and its key stays; a description of the caller stays too', async () => {
    await using world = await start((template) =>
      template === 'describe-detail' ? 'A build that failed: the disk was full.\n' : '[]',
    );
    const { key, description } = await world.store(build, 'npm run build');
    expect(description).toBe('command output of npm run build: npm run build');
    const own = await world.call('working-memory', 'store_detail', { content: `${build} again`, description: 'my words' });
    await world.later();
    const describe = async (memory_key: string) =>
      (await world.call('working-memory', 'retrieve_detail', { memory_key })).detail?.description;
    expect(await describe(key)).toBe('A build that failed: the disk was full.');
    expect(await describe(own.memory_key ?? '')).toBe('my words');
    const found = await world.call('working-memory', 'search_details', { query: 'the disk was full' });
    expect(found.details[0]?.memory_key).toBe(key);
  });

  it('a description that it improves makes the detail no younger: it expires when it would have', async () => {
    await using world = await start((template) => (template === 'describe-detail' ? 'A build that failed.' : '[]'), {
      DETAIL_TTL_DAYS: '30',
    });
    const { id } = await world.store(build, 'npm run build');
    const stored = async () => (await world.fleet.ports.graph.get(defaultScope, [id]))[0];
    const before = await stored();
    await world.later();
    const after = await stored();
    expect([after?.version, after?.dueAt]).toEqual([(before?.version ?? 0) + 1, before?.dueAt]);
    expect(before?.dueAt).not.toBeNull();
  });
});
