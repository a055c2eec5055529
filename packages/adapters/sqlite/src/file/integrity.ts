import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DamagedData } from '@agent-mem/contract';
import type { ChecksummedTable, DamagedRow } from './checksum.ts';
import type { Damage, Migration, VerifiedContent } from './embedded-file.ts';
import type { FileHealth } from './file-health.ts';
import { checkFreePages, checkTable, type PageProblem, tablesOf, tablesOfSql } from './page-check.ts';
import { rebuildTables } from './rebuild-tables.ts';
import { damagedRows, isStillDamaged, ownerOf } from './row-scan.ts';
import { sentenceOfPages, sentenceOfRow } from './sentences.ts';
import type { StatementCache } from './statement-cache.ts';

/** Finds what is damaged in a data file, and makes anew what can be made from the rest. */
export class Integrity {
  /** A copy of the file was made in this start. */
  isCopied = false;
  readonly #database: DatabaseSync;
  readonly #statements: StatementCache;
  readonly #path: string;
  readonly #tables: ChecksummedTable[] = [];
  readonly #contents: VerifiedContent[] = [];
  readonly #derived = new Set<string>();
  readonly #healthOf: () => FileHealth;

  /** `healthOf` is called after the file is open: the health and this need each other. */
  constructor(database: DatabaseSync, statements: StatementCache, path: string, healthOf: () => FileHealth) {
    this.#healthOf = healthOf;
    this.#database = database;
    this.#statements = statements;
    this.#path = path;
  }

  protect(protectedBy: readonly (ChecksummedTable | VerifiedContent)[]): void {
    for (const one of protectedBy) {
      if ('damaged' in one) this.#contents.push(one);
      else this.#tables.push(one);
    }
  }

  isDerived(table: string): boolean {
    return this.#derived.has(table);
  }

  isDamaged(row: DamagedRow): boolean {
    return isStillDamaged(this.#statements, row);
  }

  /** The damaged table among those of the statement that ran last. SQLite's error names none. */
  damagedTable(): string | null {
    const named = tablesOfSql(this.#statements.last);
    return named.find((table) => checkTable(this.#database, table, { quick: true }).length > 0) ?? named[0] ?? null;
  }

  derive(tables: readonly string[], migrations: readonly Migration[]): () => Promise<boolean> {
    for (const table of tables) this.#derived.add(table);
    const create = migrations.map((migration) => (typeof migration === 'string' ? migration : migration.rewrites));
    return async () => {
      await nextTurn();
      if (tables.every((table) => checkTable(this.#database, table).length === 0)) return false;
      this.#requireWhole((table) => !tables.includes(table));
      this.#statements.clear();
      rebuildTables(this.#database, tables, create);
      this.checkPages();
      return true;
    };
  }

  /** Looks at all pages, and tells the health. */
  checkPages(): void {
    const problem = this.#firstProblem(() => true);
    this.#healthOf().foundPages(problem && this.#sentenceOf(problem));
  }

  /** Throws `DamagedData` if a page of any table is damaged. */
  requireWholePages(): void {
    this.#requireWhole(() => true);
  }

  async *damage(): AsyncIterable<Damage> {
    let first: PageProblem | null = null;
    for await (const problem of this.#pageProblems()) {
      first ??= problem;
      const { table } = problem;
      yield { problem: 'page-damaged', file: this.#path, table, id: null, owner: null, text: this.#sentenceOf(problem) };
    }
    this.#healthOf().foundPages(first && this.#sentenceOf(first));
    for (const table of this.#tables) yield* this.#damagedRowsOf(table);
    for (const content of this.#contents) {
      const { table } = content;
      for await (const id of content.damaged()) {
        const text = `${id} is damaged (its content is not what its sha256 says): "restore FILE" brings a backup back`;
        yield { problem: 'record-damaged', file: this.#path, table, id, owner: null, text };
      }
    }
  }

  async *#pageProblems(): AsyncIterable<PageProblem> {
    const tables = tablesOf(this.#database);
    if ('text' in tables) {
      yield tables;
      return;
    }
    for (const table of tables) {
      yield* checkTable(this.#database, table);
      await nextTurn();
    }
    yield* checkFreePages(this.#database);
  }

  async *#damagedRowsOf(table: ChecksummedTable): AsyncIterable<Damage> {
    for (let after = -1; ; ) {
      let page: ReturnType<typeof damagedRows>;
      try {
        page = damagedRows(this.#statements, table, after);
      } catch (error) {
        // Its pages were named already; what else there is in them cannot be read.
        this.#healthOf().explain(error);
        return;
      }
      for (const row of page.rows) {
        const owner = ownerOf(this.#statements, row);
        this.#healthOf().foundRow(row);
        const text = sentenceOfRow(this.#path, row.table.name, row.id);
        yield { problem: 'record-damaged', file: this.#path, table: table.name, id: row.id, owner, text };
      }
      if (page.next === null) return;
      after = page.next;
      await nextTurn();
    }
  }

  #requireWhole(isMeant: (table: string) => boolean): void {
    const problem = this.#firstProblem(isMeant);
    if (!problem) return;
    const sentence = this.#sentenceOf(problem);
    this.#healthOf().foundPages(sentence);
    throw new DamagedData(sentence);
  }

  #firstProblem(isMeant: (table: string) => boolean): PageProblem | null {
    const tables = tablesOf(this.#database);
    if ('text' in tables) return tables;
    for (const table of tables.filter(isMeant)) {
      const [problem] = checkTable(this.#database, table);
      if (problem) return problem;
    }
    return null;
  }

  #sentenceOf({ table, text }: PageProblem): string {
    return sentenceOfPages(this.#path, table, text, table !== null && this.isDerived(table));
  }
}
