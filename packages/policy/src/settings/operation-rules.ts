import { type OperationName, operationsOf, type ServiceName } from '@agent-mem/contract';

/** What an operation does where memory is off. */
export type WhenOff =
  /** Users look at, export and delete what is stored by it: it works as usual. */
  | 'works'
  /** It would bring memory to a model: it answers that there is nothing, and that this is why. */
  | 'empty'
  /** It would write: it is refused. */
  | 'refused'
  /** Its handler sees to it. */
  | 'own';

/** What the kit does for an operation before and after its handler. */
export interface OperationRule {
  readonly whenOff: WhenOff;
}

type Table = { readonly [Service in ServiceName]: { readonly [Operation in OperationName<Service>]: OperationRule } };

const works = { whenOff: 'works' } as const;
const empty = { whenOff: 'empty' } as const;
const refused = { whenOff: 'refused' } as const;

/** One line for each operation of the contract; the type has the compiler ask for what is missing. */
const table: Table = {
  facts: {
    retrieve: empty,
    store: refused,
    get: works,
    list: works,
    delete: works,
    history: works,
    restore: refused,
    purge: works,
  },
  episodes: {
    retrieve: empty,
    store: refused,
    get: works,
    list: works,
    delete: works,
    restore: refused,
    purge: works,
  },
  conversations: {
    create: refused,
    get: empty,
    update: refused,
    append_message: refused,
    list: works,
    history: works,
    search: empty,
    end: refused,
    delete: works,
    tool_calls: works,
    build_context: empty,
    summarize: refused,
    find_similar: empty,
    branch: refused,
    diff: works,
    merge: refused,
    references: refused,
    insights: refused,
    archive: works,
    export: works,
    import: refused,
    purge: works,
  },
  'working-memory': {
    append: refused,
    assemble: empty,
    compress: refused,
    discard: works,
    store_detail: refused,
    retrieve_detail: works,
    search_details: empty,
    delete_detail: works,
    purge: works,
  },
  graph: {
    get: works,
    neighbours: works,
    paths: works,
    find_similar: empty,
    link: refused,
    update_entity_weight: refused,
    weight_history: works,
    rollback_weights: refused,
    feedback: refused,
    trigger_compaction: refused,
    create_summary_node: refused,
    get_job: works,
    list_jobs: works,
    cancel_job: works,
    restore: refused,
    purge: works,
    get_settings: works,
    update_settings: works,
    prune: works,
  },
  agent: {
    // It answers without memory.
    invoke: { whenOff: 'own' },
    cancel: works,
  },
};

/** The rule of an operation of the contract. */
export function operationRule(service: ServiceName, operation: string): OperationRule {
  const rules: Readonly<Record<string, OperationRule>> = table[service];
  const rule = rules[operation];
  if (!rule || !operationsOf(service)[operation]) throw new Error(`${service} has no operation ${operation}`);
  return rule;
}
