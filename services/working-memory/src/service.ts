import { defineService } from '@agent-mem/service-kit';
import { variables } from './config.ts';
import { detailDocument } from './domain/detail/detail-document.ts';
import { uniqueKeyIdsOfNode } from './domain/detail/detail-node.ts';
import { finishCompressions } from './finish-compressions.ts';
import { append } from './handlers/append.ts';
import { assemble } from './handlers/assemble.ts';
import { compress } from './handlers/compress.ts';
import { deleteDetail } from './handlers/delete-detail.ts';
import { discard } from './handlers/discard.ts';
import { expand } from './handlers/expand.ts';
import { purge } from './handlers/purge.ts';
import { retrieveDetail } from './handlers/retrieve-detail.ts';
import { searchDetails } from './handlers/search-details.ts';
import { storeDetail } from './handlers/store-detail.ts';

/** Working memory: the trace of a running invocation, held within a budget of tokens. */
export const workingMemoryService = defineService({
  name: 'working-memory',
  owns: ['Detail', 'Guard'],
  variables,
  uniqueKeyIdsOf: uniqueKeyIdsOfNode,
  documentOf: detailDocument,
  handlers: {
    append,
    assemble,
    compress,
    discard,
    expand,
    store_detail: storeDetail,
    retrieve_detail: retrieveDetail,
    search_details: searchDetails,
    delete_detail: deleteDetail,
    purge,
  },
  journaled: ['compress'],
  start: finishCompressions,
});
