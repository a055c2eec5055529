import type { Detector } from './personal-finding.ts';

const before = String.raw`(?<![\p{L}\p{N}_.,:/#-])`;
const after = String.raw`(?![\p{L}\p{N}_]|[.,:]\d)`;
const number = String.raw`\d{1,5}[a-zA-Z]?`;
const word = String.raw`\p{Lu}[\p{L}'’.-]{0,30}`;
const small = String.raw`(?:(?:de|du|des|del|da|do|das|dos|la|le|les|las|los|el)\s|[dl]['’]){0,3}`;
const streetEnglish =
  'Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Square|Sq|Terrace|Way|Parkway|Pkwy|Crescent|Close|Row|Highway|Hwy|Circle|Mews|Gardens|Grove|Hill|Quay';
const streetFrench = 'rue|avenue|av\\.|boulevard|bd|place|chemin|allée|impasse|quai|cours|route|square';
const streetRoman =
  '[Cc]alle|C/|[Aa]venida|[Aa]vda\\.?|Av\\.|[Pp]laza|[Pp]aseo|[Rr]ua|[Tt]ravessa|[Pp]raça|[Ee]strada|[Aa]lameda|Via|Viale|Corso|[Pp]iazza';
const town = String.raw`(?:,? (?:[A-Z]{1,2}-)?\d{4,5} ${word}|(?:, ${word}(?: ${word})?)?,? [A-Z]{2} \d{5})?`;

const forms = [
  // 12 Main Street, 950 N Lake Shore Drive
  new RegExp(
    String.raw`${before}${number},? (?:(?:${word}|\d{1,3}(?:st|nd|rd|th)) ){1,4}(?:${streetEnglish})(?![\p{L}\p{N}])${town}`,
    'gu',
  ),
  // after "I live at" in small letters too
  new RegExp(
    String.raw`(?<=\b(?:live at|address is|address:|moved to|ship(?:ped)? (?:it )?to|deliver(?:ed)? to) )${number} (?:\p{L}{1,20} ){1,3}(?:${streetEnglish})(?![\p{L}\p{N}])`,
    'giu',
  ),
  /(?<![\p{L}\p{N}])(?:P\.? ?O\.? ?Box|Postfach|Apartado(?: de correos)?|Caixa postal) \d[\d ]{0,8}(?![\p{L}\p{N}])/giu,
  // SW1A 2AA
  /(?<![\p{L}\p{N}-])[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?![\p{L}\p{N}-])/gu,
  // Hauptstraße 5, Am Lindenweg 12a, Berliner Str. 12
  new RegExp(
    String.raw`(?<![\p{L}\p{N}-])(?:(?:Am|Im|An der|Auf der|Zum|Zur) )?\p{Lu}[\p{L}-]{1,30}(?:stra(?:ß|ss)e|str\.|weg|allee|gasse|(?<!arbeits|park|spiel|sitz|stell)platz|ufer|damm| Stra(?:ß|ss)e| Str\.| Allee| Platz| Weg| Gasse) ${number}${after}${town}`,
    'gu',
  ),
  // 12 rue de la Paix
  new RegExp(String.raw`${before}\d{1,4}(?: ?(?:bis|ter))?,? (?:${streetFrench}) ${small}${word}(?: ${word}){0,3}${town}`, 'gu'),
  // Calle Mayor 12, Rua das Flores, 77
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${streetRoman}) ?${small}${word}(?: ${small}${word}){0,3},? (?:n[º°.] ?)?${number}${after}`,
    'gu',
  ),
];

/** Streets with the number of a house, boxes of a post office and the postcodes that name a few houses. A town alone is none. */
export const findPostalAddresses: Detector = function* find(text) {
  if (!/\d/.test(text)) return;
  for (const form of forms) {
    for (const { 0: address, index } of text.matchAll(form)) yield { kind: 'address', start: index, end: index + address.length };
  }
};
