import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Detector, Finding, SensitiveKind } from '../finding.ts';

/** A rule of secretlint, as far as it is used: it is called with a source and reports ranges. */
interface Rule {
  readonly meta: { readonly id: string };
  create(
    context: {
      createTranslator(messages: unknown): (key: string, values: unknown) => { readonly message: string };
      report(found: { readonly range: readonly number[] }): void;
    },
    options: object,
  ): { file?(source: object): unknown };
}

const prefix = '@secretlint/secretlint-rule-';

/** Rules that find something else than a key of an interface. */
const kinds: Readonly<Record<string, SensitiveKind>> = {
  privatekey: 'private-key',
};

/**
 * Of files only; comments that have secretlint ignore something, which the writer of a text must not decide; and users in URLs, of which
 * `credentials-in-urls.ts` leaves more standing.
 */
const unused = new Set(['gcp', 'filter-comments', 'basicauth', 'database-connection-string']);

const used = (rules as unknown as readonly Rule[])
  .map((rule) => ({ rule, name: rule.meta.id.slice(prefix.length) }))
  .filter(({ name }) => !unused.has(name));

/** Keys and tokens as their issuers make them, by the rules that secretlint recommends. */
export const findKnownSecrets: Detector = (text) => {
  const found: Finding[] = [];
  for (const { rule, name } of used) {
    const kind = kinds[name] ?? 'api-key';
    const report = ({ range: [start = 0, end = 0] }: { readonly range: readonly number[] }) =>
      void found.push({ kind, start, end });
    const createTranslator = () => (message: string) => ({ message });
    rule
      .create({ createTranslator, report }, { enableIDScanRule: true, allows: awsAccountsAreNone })
      .file?.({ content: text, filePath: 'text', ext: '', contentType: 'text' });
  }
  return found;
};

/** The rule that finds the id of an access key finds the number of an account too, which is public. */
const awsAccountsAreNone = ['/account/i'];
