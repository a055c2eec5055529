import { dirname } from 'node:path';
import { outOfDescriptors } from '@agent-mem/contract';
import { freeBytes, type Trouble } from './file-trouble.ts';

/** What a person reads of a file that cannot be used now. `variable` names its folder; empty: none. */
export function sentenceOfTrouble(trouble: Exclude<Trouble, 'pages'>, path: string, variable: string): string {
  const folder = `${variable} ${dirname(path)}`.trimStart();
  switch (trouble) {
    case 'full':
      return `${folder} is full: ${freeBytes(path) ?? 'unknown'} bytes free. Make room on its disk`;
    case 'no-disk':
      return `${folder} cannot hold files: no disk is behind it. Set ${variable || 'the URL'} to a folder on a disk`;
    case 'read-only':
      return `${folder} cannot be written: its disk, the folder or a file in it is read-only. Make it writable`;
    case 'descriptors':
      return outOfDescriptors;
  }
}

/** What a person reads of damaged pages. `table` is `null` where it is unknown; a derived one can be made again. */
export function sentenceOfPages(path: string, table: string | null, reason: string, isDerived: boolean): string {
  const where = table === null ? '' : ` in table ${table}`;
  const cure = isDerived
    ? '"reindex" makes this table anew from the graph'
    : '"check" lists what is damaged, and "restore FILE" brings a backup back';
  return `${path} is damaged${where} (${reason}): ${cure}`;
}

/** What a person reads of a file whose pages are damaged so that nothing can open it, `check` neither. */
export function sentenceOfUnopened(path: string, reason: string): string {
  return `${path} is damaged and cannot be opened (${reason}): "restore FILE --replace" brings a backup back`;
}

/** What a person reads of a damaged row. */
export function sentenceOfRow(path: string, table: string, id: string): string {
  const found = `${id} is damaged in ${path}, table ${table} (its checksum does not match)`;
  return `${found}: "check" lists what is damaged, "restore FILE" brings a backup back, and "purge --record" erases one record`;
}
