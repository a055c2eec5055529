import { type ChatModel, scriptedChatModel } from '@agent-mem/llm';
import { isEnded, jobOf } from '@agent-mem/service-kit';
import type { Graph } from '@agent-mem/storage';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { insights } from '../src/handlers/insights.ts';
import { takeInsightsSlice } from '../src/insights/take-insights-slice.ts';
import { mortal, mortalGraph } from './mortal.ts';
import { handlerContext, startConversations } from './start-conversations.ts';

const found = JSON.stringify({ main_topic: 'T', key_findings: [], action_items: [] });
const asked = {
  ...{ workspace: 'default', user: 'default', collection: 'default', conversation_id: '', items: [], task: null },
  ...{ output_schema: null, conversation_ids: ['c1', 'c2'] },
};

test.each(['before', 'after'] as const)(
  'a process that dies %s any step of insights leaves a job that another ends, with one insight of each conversation',
  async (dies) => {
    let died = 0;
    for (let at = 1; ; at++) {
      const clock = turnedClock();
      const chatModel = scriptedChatModel(() => found);
      await using conversations = await startConversations({ clock, chatModel });
      for (const id of asked.conversation_ids) await conversations.say(id, 'Hello');
      const { graph } = conversations.fleet.ports;
      const context = handlerContext(conversations);
      const { job_id = '' } = await insights(asked, context);
      const stored = async () =>
        jobOf((await graph.get(defaultScope, [job_id ?? '']))[0] as Awaited<ReturnType<Graph['get']>>[number]);

      const life = { left: at, dies };
      const step = mortal(life);
      const dyingModel: ChatModel = { ...chatModel, generate: (...given) => step(() => chatModel.generate(...given)) };
      const dying = {
        ...context,
        summaryModel: dyingModel,
        graph: mortalGraph(context.graph, step),
      };
      const work = async () => {
        for (let job = await stored(); !isEnded(job); ) job = await takeInsightsSlice(job, dying);
      };
      await work().catch(() => undefined);
      if (life.left > 0) break;
      died += 1;
      // The queue's lease of this process, which lives, and its next look.
      for (let second = 0; second < 5; second++) await clock.advance(1_000);
      await conversations.fleet.settled();
      expect(await stored()).toMatchObject({ status: 'done', progress: 1 });
      const made = await graph.find(defaultScope, { kinds: ['Insight'], order: 'createdAt', limit: 10 });
      expect(made.items.map(({ conversationId }) => conversationId)).toEqual(['c1', 'c2']);
      expect(JSON.parse((await stored()).result.results ?? '')).toMatchObject(
        made.items.map(({ id, conversationId }) => ({ conversation_id: conversationId, insight_id: id })),
      );
    }
    expect(died).toBeGreaterThanOrEqual(8);
  },
);
