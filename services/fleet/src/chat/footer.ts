import { counting, type Receipt } from '@agent-mem/contract';

/** What an answer rests on, in a line: `3 facts, 1 episode, 412 tokens, 31 ms`. */
export function footer({ tiers, tokens, ms }: Receipt): string {
  const counted: readonly (readonly [number, string])[] = [
    [(tiers?.profile?.items.length ?? 0) + (tiers?.facts?.items.length ?? 0), 'fact'],
    [tiers?.episodes?.items.length ?? 0, 'episode'],
    [tiers?.conversation?.items.length ?? 0, 'earlier message'],
  ];
  const parts = counted.filter(([count]) => count > 0).map(([count, name]) => counting(count, name));
  return [...(parts.length > 0 ? parts : ['nothing from memory']), counting(tokens, 'token'), `${Math.round(ms)} ms`].join(', ');
}
