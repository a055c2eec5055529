/** A piece of HTML: text that needs no escaping any more. */
export interface Html {
  readonly text: string;
}

type Value = string | number | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** HTML from a template: every text in it is escaped, every piece of HTML stands as it is. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { text: String.raw({ raw: strings.map((each) => each) }, ...values.map(textOf)) };
}

function textOf(value: Value): string {
  if (typeof value === 'object') return 'text' in value ? value.text : value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
