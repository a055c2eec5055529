import { pageWith } from '../../../scripts/page-with.ts';
import { errorTable, eventTable, operationTables, privacyTable } from './reference-tables.ts';

/** The pages of docs that list the operations, events and errors of the contract. */
export async function generated(): Promise<ReadonlyMap<URL, string>> {
  return new Map([
    await pageWith('docs/reference/operations.md', { operations: operationTables() }),
    await pageWith('docs/reference/events.md', { events: eventTable() }),
    await pageWith('docs/reference/errors.md', { errors: errorTable() }),
    await pageWith('docs/explanation/privacy.md', { privacy: privacyTable() }),
  ]);
}
