const companyForms = / (?:ag|co|corp|gmbh|inc|limited|llc|ltd|plc)$/;

/** What a name is known by: two names with one key name the same. Case, Latin accents, signs, an article before it and a company's form after it do not count. Empty: no name. */
export function nameKey(name: string): string {
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');
  const whole = folded.replace(/['’ʼ`´]s?(?![\p{L}\p{N}])/gu, '').replace(/['’ʼ`´]/g, '');
  const words = (whole.match(/(?<!\p{N})\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}\p{M}+#]+/gu) ?? []).join(' ');
  const bare = words.replace(/^the (?=.)/, '').replace(companyForms, '');
  return /[\p{L}]/u.test(bare) ? bare : '';
}
