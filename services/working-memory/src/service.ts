import { defineService } from '@agent-mem/service-kit';
import { variables } from './config.ts';
import { consolidate } from './consolidation/consolidate.ts';
import { noteOpenings } from './consolidation/note-openings.ts';
import { rewriteArticle } from './consolidation/rewrite-article.ts';
import { describeDetail } from './details/describe-detail.ts';
import { tendDueDetail } from './details/expire-detail.ts';
import { detailDocument } from './domain/detail/detail-document.ts';
import { detailLifetime } from './domain/detail/detail-lifetime.ts';
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
  ...detailLifetime,
  documentOf: detailDocument,
  warmUp: (ask, scope) => [ask('working-memory', 'search_details', { ...scope, query: 'What is stored?' })],
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
  events: { 'invocation-completed': noteOpenings },
  ignores: (type, { CONSOLIDATE_AFTER }) => type === 'invocation-completed' && CONSOLIDATE_AFTER === 0,
  due: { Detail: tendDueDetail },
  jobs: { consolidate, 'rewrite-article': rewriteArticle, 'describe-detail': describeDetail },
  journaled: ['compress'],
  start: finishCompressions,
});
