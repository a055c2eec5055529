import type { Init, RetrieveDetailResponse } from '@agent-mem/contract';

/** A part of a content, and how to read what is behind it. */
export type AnsweredPart = Omit<Init<RetrieveDetailResponse>, 'detail'> & { readonly content: string };
