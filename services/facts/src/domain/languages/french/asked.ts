import { eventQuestions } from '../events.ts';
import type { Asked } from '../language.ts';
import { pastimeQuestion } from '../pastimes.ts';
import { events } from './events.ts';
import { pastimes } from './pastimes.ts';

export const asked: Asked = {
  leadIn:
    /^(?:(?:en fait|finalement|bon|bonjour|salut|et|alors|ok|s'il te plaît|dis-moi|tu sais|sais-tu|tu te souviens|te souviens-tu|est-ce que)[,! ]+)+/i,
  questions: [
    ...eventQuestions(events, "quand (?:est|ai-je|est-ce que j'ai|a lieu) (?:(?:mon|ma|notre|le|la|un|une) |l')?"),
    {
      form: /^(?:comment (?:est-ce que )?je m'appelle|comment m'appelle-je|quel est mon (?:pré)?nom|c'est quoi mon (?:pré)?nom|je m'appelle comment|(?:de |tu connais )?mon (?:pré)?nom)$/i,
      as: 'What is my name?',
    },
    pastimeQuestion(pastimes, "(?:je fais|fais-je) (?:encore |toujours )?(?:du |de la |de l'|de |d')"),
    {
      form: /^(?:quels? (?:sont|est) (?:mes|mon) (?:loisirs?|passe-temps|hobb(?:y|ys|ies)|passions?)|(?:c'est quoi|quelle est) ma passion|(?:que fais-je|qu'est-ce que je fais) (?:pendant|de) mon temps libre)$/i,
      as: 'What are my hobbies?',
    },
    {
      form: /^quels? sports? (?:est-ce que )?(?:je fais|je pratique|fais-je)$|^je fais quels? sports?$/i,
      as: 'What sports do I do?',
    },
    { form: /^de quel instrument (?:est-ce que )?je joue$|^je joue de quel instrument$/i, as: 'What instrument do I play?' },
    { form: /^(?:où (?:est-ce que )?(?:je suis|suis-je) née?|je suis née? où)$/iu, as: 'Where was I born?' },
    { form: /^est-ce que (?:mon|ma|notre) ([\p{L}-]+) est (.+)$/iu, as: 'Is my %1 $2?' },
    { form: /^(?:quel est|c'est quoi) le (?:métier|travail|boulot) d(?:e |')([\p{L}-]+)$/iu, as: 'What does $1 do?' },
    { form: /^(?:quel est|c'est quoi) le (?:métier|travail|boulot) de (?:mon|ma) ([\p{L}-]+)$/iu, as: 'What does my %1 do?' },
    { form: /^(?:qu'est-ce que j'étudie|j'étudie quoi)$/iu, as: 'What do I study?' },
    { form: /^(?:qu'est-ce que j'enseigne|j'enseigne quoi)$/iu, as: 'What do I teach?' },
    { form: /^(?:résume|dis-moi) (?:tout )?ce que tu sais (?:de|sur) moi$/iu, as: 'What do you know about me?' },
    { form: /^qui suis-je$/i, as: 'Who am I?' },
    {
      form: /^(?:(?:où|dans quelle ville) (?:est-ce que )?(?:j'habite|je vis)|(?:j'habite|je vis) où)\b.*$/i,
      as: 'Where do I live?',
    },
    { form: /^d'où (?:est-ce que )?(?:je viens|viens-je|je suis|suis-je)$|^je (?:viens|suis) d'où$/i, as: 'Where am I from?' },
    { form: /^(?:quel est|c'est quoi) mon numéro(?: de (?:téléphone|portable))?$/i, as: 'What is my phone number?' },
    { form: /^(?:quel(?:le)? est|c'est quoi) (?:mon|ma) (?:adresse )?e?-?mail$/i, as: 'What is my email?' },
    {
      form: /^(?:(?:où|chez qui|pour qui) (?:est-ce que )?je (?:travaille|bosse)|je (?:travaille|bosse) où)\b.*$/i,
      as: 'Where do I work?',
    },
    {
      form: /^(?:(?:quel est|c'est quoi) mon (?:métier|travail|boulot|job)|qu'est-ce que je fais (?:dans la vie|comme travail))$/i,
      as: 'What is my job?',
    },
    { form: /^quel âge ai-je$|^j'ai quel âge$|^quel est mon âge$/i, as: 'How old am I?' },
    { form: /^(?:quand est mon anniversaire|quand (?:est-ce que )?je suis née?)$/i, as: 'When is my birthday?' },
    { form: /^à quoi (?:est-ce que )?(?:je suis|suis-je) allergique$/i, as: 'What am I allergic to?' },
    { form: /^comment s'appelle(?:nt)? (?:mon|ma|mes|notre|nos) ([\p{L}-]+)$/iu, as: "What is my %1's name?" },
    {
      form: /^(?:(?:il|elle) s'appelle comment (?:mon|ma|notre) ([\p{L}-]+)|(?:mon|ma|notre) ([\p{L}-]+) s'appelle comment)$/iu,
      as: "What is my %1%2's name?",
    },
    { form: /^c'est qui (?:mon|ma) ([\p{L}-]+)$/iu, as: 'Who is my %1?' },
    { form: /^(?:qu'est-ce que j'|qu')aime(?:-je)?$|^j'aime quoi$/i, as: 'What do I like?' },
    { form: /^quelles langues (?:est-ce que )?je parle$/i, as: 'What languages do I speak?' },
    { form: /^j'aime (?:bien )?(?:le |la |les |l')?(.+)$/i, as: 'Do I like $1?' },
    { form: /^j'ai combien d(?:e |')([\p{L}-]+)$/iu, as: 'How many %1 do I have?' },
    { form: /^qui est (?:mon|ma|notre) ([\p{L}-]+)$/iu, as: 'Who is my %1?' },
    { form: /^quel(?:le)? est (?:mon|ma|notre) (loyer|salaire|budget|tarif)$/iu, as: 'What is my %1?' },
    { form: /^où (?:habite|vit) (?:mon|ma|notre) ([\p{L}-]+)$/iu, as: 'Where does my %1 live?' },
    { form: /^où travaille (?:mon|ma|notre) ([\p{L}-]+)$/iu, as: 'Where does my %1 work?' },
    { form: /^quel âge a (?:mon|ma|notre) ([\p{L}-]+)$/iu, as: 'How old is my %1?' },
    { form: /^quel âge a ([\p{L}-]+)$/iu, as: 'How old is $1?' },
    { form: /^(?:que fait|qu'est-ce que fait) (?:mon|ma|notre) ([\p{L}-]+)(?: dans la vie)?$/iu, as: 'What does my %1 do?' },
    { form: /^(?:que fait|qu'est-ce que fait) ([\p{L}-]+)(?: dans la vie)?$/iu, as: 'What does $1 do?' },
    { form: /^où habite ([\p{L}-]+)$/iu, as: 'Where does $1 live?' },
    { form: /^(?:mon|ma|notre) ([\p{L}-]+) (?:habite|vit) à (.+)$/iu, as: 'Does my %1 live in $2?' },
    { form: /^combien d(?:e |')(?:')?([\p{L}-]+) (?:est-ce que )?(?:j'ai|ai-je)$/iu, as: 'How many %1 do I have?' },
    { form: /^(?:j'habite|je vis) (?:encore |toujours )?(?:à|en|au|aux|dans) (.+)$/i, as: 'Do I live in $1?' },
    { form: /^je travaille (?:encore |toujours )?(?:chez|à|pour) (.+)$/i, as: 'Do I work at $1?' },
    { form: /^(?:ai-je|j'ai|nous avons) (?:encore |toujours )?(?:une?|des) ([\p{L}-]+)$/iu, as: 'Do I have a %1?' },
    { form: /^je mange (?:encore |toujours )?(?:du |de la |de l'|des |de )?(.+)$/i, as: 'Do I eat $1?' },
    {
      form: /^(?:c'est combien (?:mon|notre) loyer|combien (?:est-ce que )?(?:je paie|je paye) de loyer)$/i,
      as: 'What is my rent?',
    },
    {
      form: /^(?:quelle voiture (?:est-ce que )?(?:j'ai|ai-je|je conduis)|(?:j'ai|je conduis) quelle voiture|quelle est ma voiture)$/i,
      as: 'What car do I have?',
    },
    { form: /^(?:je fume|fume-je)(?: encore| toujours)?$/i, as: 'Do I smoke?' },
    { form: /^je bois (?:encore |toujours )?(?:du |de la |de l'|des |de )?(.+)$/i, as: 'Do I drink $1?' },
    { form: /^(?:je suis|suis-je) (?:encore |toujours )?mariée?$/i, as: 'Am I married?' },
    { form: /^(?:je suis|suis-je) allergique (?:à la |à l'|aux? |à )(.+)$/i, as: 'Am I allergic to $1?' },
    { form: /^(?:je suis|suis-je) (.+)$/i, as: 'Am I $1?' },
    { form: /^(?!(?:Où|Qui|Que|Quel|Quand|Comment|Ce)\b)(\p{Lu}[\p{L}-]+) est (.+)$/u, as: 'Is $1 $2?' },
    {
      form: /^(?:que sais-tu|qu'est-ce que tu (?:sais|as retenu)|tu sais quoi|ce que tu sais) (?:déjà )?(?:de|sur) moi$/i,
      as: 'What do you know about me?',
    },
    { form: /^oublie (?:ça|cela)$/i, as: 'Forget that' },
    { form: /^oublie le nom (?:du|de la|de l'|de mon|de ma) ?([\p{L}-]+)$/iu, as: "Forget my %1's name" },
    { form: /^oublie (?:mon|ma|mes) ([\p{L}-]+)(?:, .*)?$/iu, as: 'Forget my %1' },
    {
      form: /^oublie (?:ce que j'ai dit (?:sur|de) )?(?:l'|le |la |les )?(?!que\b|pas\b)([^,]+)(?:, .*)?$/i,
      as: 'Forget about %1',
    },
  ],
  nouns: [
    [/^enfants$/i, 'children'],
    [/^enfant$/i, 'child'],
    [/^chiens?$/i, 'dog'],
    [/^chats?$/i, 'cat'],
    [/^animaux$|^animal$/i, 'pet'],
  ],
  toForget: /^oublie que (.+)$/i,
  tail: /(?:,? (?:non|hein|n'est-ce pas|déjà|maintenant|en ce moment|actuellement|s'il te plaît|stp))+$/i,
  mark: /^est-ce que |^(?:(?:à|de|dans|en|pour|avec|chez) )?(?:où|qui|lequel|laquelle|quel(?:le)?s?|combien|quand est|comment (?:s'appelle|est|va|on)) (?!que )[^!,;]+$|^(?:c'est|il est|elle est|ils sont|elles sont) (?:où|quand|quoi|qui|quel(?:le)?) [^!,;]+$|^[^!,;]+ c'est (?:où|quand|qui|quoi|quel(?:le)? \p{L}+)$/iu,
  opening:
    /^(?:(?:à|de|dans|en|pour|avec|chez) )?(?:où|que|quoi|qui|quand|comment|combien|lequel|laquelle|quel(?:le)?s?|(?:c'est|il est|elle est|ils sont|elles sont) (?:où|quand|quoi|qui)) (.+)$/i,
  small: /(?<!\p{L})(?:est|sont|était|mon|ma|mes|notre|nos|le|la|les|du|des?|une?|est-ce que|[ld]')(?!\p{L})/giu,
  yes: 'Oui',
  no: 'Non',
};
