/** What subjects within the known categories are known by, in English, German, French, Spanish and Portuguese. A star stands for any ending. */
export const subjectWords = {
  income: 'salary|salaries|income|earn*|wage*|pension*|gehalt|verdien*|salaire|salario|sueldo|gana|salário|ganha|renda',
  debts: 'loan*|mortgage*|debt*|credit*|owes?|schulden|kredit*|dette*|deuda*|hipoteca*|dívida*',
  taxes: 'tax|taxes|steuer*|impôt*|impuesto*|imposto*',
  religion:
    'religio*|church*|mosque*|synagogue*|temple*|god|pray*|faith|christian*|catholic*|protestant*|muslim*|islam*|jew|jewish|judaism|buddhis*|hindu*|atheis*|kirche*|moschee|glaube*|glaubt|église|croyan*|iglesia|crist*|igreja|católic*',
  politics:
    'politi*|polític*|vote*|voted|voting|election*|referendum*|ballot*|parliament*|left-wing|right-wing|party member|democrat*|republican*|conservative*|liberal*|socialis*|communis*|union member|wählt|wahlen|partei*|élection*|vota|votan|votar|elecciones|eleição|eleições',
  sports:
    'sport*|football|soccer|tennis|basketball|volleyball|hik(?:e|es|ing)|run|runs|running|marathon*|swim*|cycl*|gym|fußball|wandert|schwimmt|fútbol|futebol|deporte*|desporto*|esporte*',
  music:
    'music*|guitar*|piano*|violin*|drums|sing|sings|singing|choir*|concert*|band|musik*|gitarre|klavier|chor|musique|guitare|música|guitarra',
  books: 'read|reads|reading|book*|novel*|buch|bücher|liest|livre*|libro*|livro*',
} as const;

/** Other names of subjects and categories, in the singular. */
export const otherNames: Readonly<Record<string, string>> = {
  salary: 'income',
  wage: 'income',
  pay: 'income',
  loan: 'debts',
  faith: 'religion',
  'political view': 'politics',
  'political opinion': 'politics',
  election: 'politics',
  voting: 'politics',
  money: 'finance',
  job: 'work',
  career: 'work',
  school: 'education',
  hobby: 'leisure',
  illness: 'health',
  disease: 'health',
  medicine: 'health',
};
