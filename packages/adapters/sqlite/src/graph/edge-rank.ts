import { noWeight } from '@agent-mem/storage/internal';

/** What edges are sorted by that come by their weights, the heaviest first, given the column. An index has this very expression. */
export function heaviestFirst(weight: string): string {
  return `ifnull(-${weight}, ${noWeight})`;
}

/** The lightest first. What has no weight comes last either way. */
export function lightestFirst(weight: string): string {
  return `ifnull(${weight}, ${noWeight})`;
}
