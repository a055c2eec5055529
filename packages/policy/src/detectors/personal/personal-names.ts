import type { PersonalKind } from './personal-finding.ts';

/** What a member's name says of its value, with the least that the value must look like. */
const byNames: readonly (readonly [PersonalKind, RegExp, RegExp])[] = [
  ['phone', /(?:^|[_-])(?:(?:tele|cell)?phone|mobile|tel|fax|whatsapp)(?:[_-]?(?:number|no))?$/, /^\D*\d(?:\D{0,3}\d){5,14}\D*$/],
  ['address', /(?:^|[_-])(?:(?:home|postal|street|mailing|shipping|billing)[_-]?address|street)$/, /^(?=.*?\p{L})(?=.*?\d)/mu],
  [
    'national-id',
    /(?:^|[_-])(?:ssn|social[_-]?security|passport|national[_-]?id|tax[_-]?id|cpf|dni)(?:[_-]?(?:number|no))?$/,
    /(?:\d.*){6}/,
  ],
  [
    'health',
    /(?:^|[_-])(?:diagnos[ie]s|medications?|allerg(?:y|ies)|medical[_-]?history|health[_-]?(?:condition|status))$/,
    /\p{L}/u,
  ],
];

/** The kind of personal data that a text is by the name of the member that holds it; `null`: none. */
export function personalByName(name: string, text: string): PersonalKind | null {
  const plain = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_').toLowerCase();
  return byNames.find(([, names, looks]) => names.test(plain) && looks.test(text))?.[0] ?? null;
}
