import { type ConfigOf, flag, text } from '@agent-mem/runtime';

/** Where the bodies of conversations are stored. */
export const variables = {
  PERSISTENCE_TYPE: text({
    meaning:
      'Where messages of conversations are stored: neo4j (in the Graph, with any GRAPH_URL) or files (a JSON file for each conversation in DATA_DIR; all else in the Graph; one process only)',
    default: 'neo4j',
    oneOf: ['neo4j', 'files'],
  }),
  PERSISTENCE_AUTO_SAVE: flag({
    meaning:
      "With files, a message is written to its conversation's file at once; false: when the conversation ends or is exported, alone or with its scope, and until then the Graph holds it",
    default: true,
  }),
};

/** Their values. */
export type PersistenceConfig = ConfigOf<typeof variables>;
