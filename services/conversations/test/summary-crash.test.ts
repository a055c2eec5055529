import { type ChatModel, scriptedChatModel } from '@agent-mem/llm';
import { jobOf } from '@agent-mem/service-kit';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { summarize } from '../src/handlers/summarize.ts';
import { summariseSlice } from '../src/summaries/summarise-job.ts';
import { mortal, mortalGraph } from './mortal.ts';
import { handlerContext, startConversations } from './start-conversations.ts';

const asked = { workspace: 'default', user: 'default', collection: 'default', conversation_id: 'c1' };
const note = (index: number) => `Service ${index} moved to port ${8_000 + index} in Lisbon, where it is as it always is.`;

test.each(['before', 'after'] as const)(
  'a process that dies %s any step of a summary leaves a job that another ends, with the summary and its sentences',
  async (dies) => {
    let died = 0;
    for (let at = 1; ; at += 1) {
      const clock = turnedClock();
      const chatModel = scriptedChatModel(({ template }) => (template === 'summary-conversation' ? 'They moved.' : 'All moved.'));
      await using conversations = await startConversations({ clock, chatModel, environment: { ENABLE_SUMMARIZATION: 'false' } });
      const messages = Array.from({ length: 20 }, (_, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: note(index),
      }));
      await conversations.call('append_messages', { conversation_id: 'c1', messages });
      const { graph } = conversations.fleet.ports;
      const context = handlerContext(conversations);
      const { job_id } = await summarize(asked, context);
      const stored = async () => {
        const [node] = await graph.get(defaultScope, [job_id ?? '']);
        if (!node) throw new Error('A job is expected');
        return jobOf(node);
      };

      const life = { left: at, dies };
      const step = mortal(life);
      const summaryModel: ChatModel = { ...chatModel, generate: (...given) => step(() => chatModel.generate(...given)) };
      const dying = { ...context, summaryModel, graph: mortalGraph(context.graph, step) };
      await summariseSlice(await stored(), dying).catch(() => undefined);
      if (life.left > 0) break;
      died += 1;
      // The queue's lease of this process, which lives, and its next look.
      for (let second = 0; second < 5; second += 1) await clock.advance(1_000);
      await conversations.fleet.settled();
      expect(await stored()).toMatchObject({ status: 'done', progress: 1 });
      const made = await graph.find(defaultScope, { kinds: ['ConversationSummary'], order: 'createdAt', limit: 10 });
      expect(made.items.map(({ properties }) => properties)).toMatchObject([{ content: 'All moved.', abstract: 'They moved.' }]);
    }
    // The conversation, its messages and its summary are read and two texts asked for and stored.
    expect(died).toBeGreaterThanOrEqual(6);
  },
);
