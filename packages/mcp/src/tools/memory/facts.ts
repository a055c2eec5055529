import { correct, forget, recallEpisodes, retrieveFacts, storeFact } from '@agent-mem/memory-tools';
import { answers, list, takes, text, yesOrNo } from '../../schemas/json-schema.ts';
import { episodeSchema, factSchema, shown, solutionSchema } from '../../schemas/records.ts';
import { addsOnce, changes, type McpTool, reads } from '../tool.ts';
import { offered } from './offered.ts';

const factId = 'Its id, as retrieve_facts answers it';

/** The tools by which facts and episodes are recalled, stored and put right. */
export const factTools: readonly McpTool[] = [
  offered(retrieveFacts, {
    name: 'retrieve_facts',
    title: 'Recall facts',
    description:
      'Recall facts about the user and their world, such as preferences, people, projects and decisions, from all earlier conversations. ' +
      'Call it before answering what may depend on something said before. Large output is found by search_memory.',
    input: takes({ query: text('The question, or what to look for, in plain words') }, ['query']),
    output: answers({ facts: list(factSchema, 'Best first') }),
    effects: reads,
    dataOf: ({ facts }) => ({ facts: (facts as readonly object[]).map((fact) => shown(factSchema, fact)) }),
  }),
  offered(storeFact, {
    name: 'store_fact',
    title: 'Remember a fact',
    description:
      'Remember a fact about the user or their world for all later conversations: one sentence that stands alone, such as ' +
      '"Anne prefers tabs over spaces". The same sentence again changes nothing. Large output goes into store_memory instead.',
    input: takes({ fact_content: text('The fact as one sentence that stands alone') }, ['fact_content']),
    output: answers({
      fact_id: text('Its id'),
      created: yesOrNo('False: it was known already'),
    }),
    effects: addsOnce,
  }),
  offered(recallEpisodes, {
    name: 'recall_episodes',
    title: 'Recall earlier tasks',
    description:
      'Recall earlier tasks like this one: what was attempted, the key steps, how it ended and what was learned; ' +
      'and what solved errors like the one in the query. ' +
      'Call it before starting a task that may have been done or tried before, and when an error is met.',
    input: takes({ query: text('The goal, the problem or the error') }, ['query']),
    output: answers({
      episodes: list(episodeSchema, 'Best first'),
      solutions: list(
        solutionSchema,
        'What solved errors like the query, best first; agrama_updateEntityWeight changes the weight of edge_id, an EDGE',
      ),
    }),
    effects: reads,
    dataOf: ({ episodes, solutions }) => ({
      episodes: (episodes as readonly object[]).map((episode) => shown(episodeSchema, episode)),
      solutions: (solutions as readonly object[]).map((solution) => shown(solutionSchema, solution)),
    }),
  }),
  offered(correct, {
    name: 'correct',
    title: 'Correct a fact',
    description: 'Put what is right in the place of a fact that is wrong or out of date. The wrong one can be restored.',
    input: takes({ fact_id: text(factId), fact_content: text('What is right, as one sentence that stands alone') }, [
      'fact_id',
      'fact_content',
    ]),
    output: answers({ fact_id: text('The id of what is right'), replaced_id: text('The id of what was wrong') }),
    effects: changes,
  }),
  offered(forget, {
    name: 'forget',
    title: 'Forget facts',
    description: 'Forget facts that are wrong or that the user wants forgotten. They can be restored.',
    input: takes(
      {
        fact_id: text(`${factId}; several with commas between`),
        remaining: text('What stays true where only a part of a fact is to be forgotten, a sentence a line'),
        forgotten: text(
          'What is to be forgotten where no fact says it on its own, a sentence a line: no message that says it is shown again',
        ),
      },
      [],
    ),
    output: answers({
      fact_ids: list(text('An id'), 'What is forgotten'),
      remaining_ids: list(text('An id'), 'The facts that say what stays'),
    }),
    effects: changes,
  }),
];
