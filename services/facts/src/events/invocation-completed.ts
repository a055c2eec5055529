import { conflictsRetried, inTurns } from '@agent-mem/runtime';
import { type EventHandler, flowOf, waitingNode } from '@agent-mem/service-kit';
import { readFullBatch } from '../backlog/read-full-batch.ts';
import type { Config } from '../config.ts';
import { learnedFacts } from '../domain/extraction/learned.ts';
import { indexLesson } from '../lesson/index-lesson.ts';
import { learnableFacts } from '../lesson/learnable-facts.ts';
import { plannedLesson } from '../lesson/planned-lesson.ts';
import { invocationStatements } from '../reading/invocation-statements.ts';
import { modelReadNotes } from '../reading/model-read.ts';
import { saidInInvocation } from '../reading/said-in-invocation.ts';

/**
 * Learns facts from what the user said in an invocation and what tools showed, once: one question to the model, then one commit under the event's id.
 * Where the model's turn comes later, the rules have theirs now, and the event waits in the backlog.
 */
export const invocationCompleted: EventHandler<Config> = async (event, context) => {
  const done = event.data.invocation_completed;
  if (!done?.extract_facts || !context.config.ENABLE_AUTO_FACT_EXTRACTION || done.question.trim() === '') return;
  const { scope, graph, analysis, clock, config } = context;
  const said = await saidInInvocation(event, done, context);
  const { statements, waitsFor, isByModel } = await invocationStatements(said, context);
  const conversationId = event.conversation_id || null;
  const found = await inTurns(learnedFacts(event, done, statements, { ...said, language: analysis.language }));
  const { facts } = await learnableFacts(found, conversationId, context);

  // Around the commit alone, so that a conflict does not ask the model again.
  const learned = await conflictsRetried(context.signal, async () => {
    const lesson = await plannedLesson(facts, {}, { conversationId, flow: flowOf(event) }, context);
    const { change, created } = lesson;
    const turnsMs = config.LEARN_EVERY.waitMs;
    const beside = [
      ...(isByModel ? await modelReadNotes([said], context) : []),
      ...(waitsFor
        ? [waitingNode('FactBacklog', { event, conversationId }, { made: created, waitsFor, turnsMs }, clock.now())]
        : []),
    ];
    const { applied } = await graph.commit(scope, { ...change, nodes: [...change.nodes, ...beside] }, { fact_ids: created });
    return applied ? lesson : null;
  });
  if (learned) await indexLesson(learned, context);
  if (waitsFor === 'turns') await readFullBatch(conversationId, context);
};
