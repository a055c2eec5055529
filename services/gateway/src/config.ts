import { type ConfigOf, text } from '@agent-mem/runtime';

/** What can be set about the gateway. */
export const variables = {
  HTTP_ALLOWED_HOSTS: text({
    meaning: 'Host names, separated by commas, under which the fleet may be asked beside localhost and plain IP addresses',
    default: '',
  }),
  TRUSTGRAPH_MEMORY_ID: text({
    meaning: "Processor id by which TrustGraph's flows name the memory interface, where the fleet stands in such flows",
    default: 'agent-mem-memory',
  }),
  TRUSTGRAPH_MEMORY_MODE: text({
    meaning:
      'In a TrustGraph flow, what memory does: off (the agent is as the stock one), read (it is recalled), read-write (and learns), full (and is kept when a conversation ends)',
    default: 'full',
    oneOf: ['off', 'read', 'read-write', 'full'],
  }),
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
