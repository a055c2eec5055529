import { crc32 } from 'node:zlib';

/** A row of a table, as node:sqlite gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** A table whose rows carry a checksum of their other columns, in the column `checksum`. */
export interface ChecksummedTable {
  readonly name: string;
  /** What the checksum covers, in this order. A column that is written without its row, because it can be made again, is left out. */
  readonly columns: readonly string[];
  /** Columns of its primary key. */
  readonly key: readonly string[];
  /** Its column `scope` is a number of the table `scopes`. */
  readonly isScoped: boolean;
  /** The name by which a caller knows the row. */
  id(row: Row): string;
}

/** A row is not what was written. `EmbeddedFile` adds the file and the command that helps before a caller sees it. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow';
  readonly table: ChecksummedTable;
  readonly id: string;
  /** Values of the columns of its primary key. */
  readonly key: readonly (string | number)[];
  /** Number of its scope; `null`: it has none. */
  readonly scope: number | null;

  constructor(table: ChecksummedTable, row: Row) {
    const id = table.id(row);
    super(`${table.name} ${id}: the checksum does not match`);
    this.table = table;
    this.id = id;
    // A primary key holds texts and numbers only.
    this.key = table.key.map((column) => row[column] as string | number);
    this.scope = table.isScoped ? Number(row.scope) : null;
  }
}

/** CRC-32 of a row's columns, as they come back when they are read: NaN is stored as null. */
export function checksumOf(values: readonly unknown[]): number {
  let text = '';
  for (const value of values) text += value === null || Number.isNaN(value) ? nothing : `${between}${value}`;
  return crc32(text);
}

/** Throws `DamagedRow` if a row is not what was written. */
export function verifyRow(table: ChecksummedTable, row: Row): void {
  if (checksumOf(table.columns.map((column) => row[column])) !== row.checksum) throw new DamagedRow(table, row);
}

/** The same, of a row that is joined with another: `prefix` stands before each of its columns. */
export function prefixedVerifier(table: ChecksummedTable, prefix: string): (row: Row) => void {
  // Made once: a page of neighbours has hundreds of these names.
  const columns = table.columns.map((column) => prefix + column);
  const checksum = `${prefix}checksum`;
  return (row) => {
    if (checksumOf(columns.map((column) => row[column])) !== row[checksum])
      throw new DamagedRow(table, withoutPrefix(row, prefix));
  };
}

/** The SQL that gives each row of an earlier version its checksum. */
export function addChecksum({ name, columns }: ChecksummedTable): string {
  return `ALTER TABLE ${name} ADD COLUMN checksum INTEGER;
    UPDATE ${name} SET checksum = ${checksumFunction}(${columns.join(', ')});`;
}

/** The name of `checksumOf` in the SQL of migrations. */
export const checksumFunction = 'record_checksum';

const between = '\u0000';
/** No text begins so, since each begins with `between`. */
const nothing = '\u0001';

function withoutPrefix(row: Row, prefix: string): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  );
}
