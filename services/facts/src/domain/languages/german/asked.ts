import { eventQuestions } from '../events.ts';
import type { Asked } from '../language.ts';
import { pastimeQuestion } from '../pastimes.ts';
import { events } from './events.ts';
import { pastimes } from './pastimes.ts';

export const asked: Asked = {
  leadIn:
    /^(?:(?:hallo|hi|hey|und|also|bitte|ok|sag mal|sag mir|weißt du(?: noch)?|erinnerst du dich(?: noch)?|kannst du mir sagen)[,! ]+)+/i,
  questions: [
    ...eventQuestions(events, 'wann (?:ist|habe ich|findet) (?:(?:mein|unser|der|die|das|ein)\\p{L}* )?'),
    {
      form: /^(?:wie ich hei(?:ß|ss)e|(?:kennst du|an) meinen namen|wie hei(?:ß|ss)e ich|(?:wie|was) ist mein name)\b.*$/i,
      as: 'What is my name?',
    },
    pastimeQuestion(pastimes, '(?:mache|treibe|gehe) ich (?:noch |gern |immer noch )?'),
    {
      form: /^(?:was (?:sind|ist)|welche) (?:meine? )?(?:hobb?(?:y|ys|ies)|freizeitaktivitäten)(?: (?:habe|hab) ich)?$|^was mache ich (?:gern )?in meiner freizeit$/i,
      as: 'What are my hobbies?',
    },
    { form: /^welche[nr]? (?:sport|sportarten?) (?:mache|treibe|betreibe) ich$/i, as: 'What sports do I do?' },
    { form: /^welche[sr]? (?:musik)?instrumente? spiele ich$/i, as: 'What instrument do I play?' },
    { form: /^wer bin ich$/i, as: 'Who am I?' },
    { form: /^(?:wo|in welche[mr] (?:stadt|ort|land)) (?:wohn|leb)e? ich\b.*$/i, as: 'Where do I live?' },
    { form: /^woher (?:komme|stamme|bin) ich\b.*$/i, as: 'Where am I from?' },
    {
      form: /^(?:wie|was) (?:ist|lautet) meine (?:handynummer|telefonnummer|mobilnummer|nummer)$/i,
      as: 'What is my phone number?',
    },
    { form: /^(?:wie|was) (?:ist|lautet) meine e?-?mail(?:-?adresse)?$/i, as: 'What is my email?' },
    { form: /^(?:wo|bei wem|für wen) arbeite ich\b.*$/i, as: 'Where do I work?' },
    {
      form: /^(?:was mache ich beruflich|was bin ich von beruf|als was arbeite ich|was (?:ist|war) mein (?:beruf|job)|was arbeite ich)\b.*$/i,
      as: 'What is my job?',
    },
    { form: /^wo ich (?:wohne|lebe)$/i, as: 'Where do I live?' },
    { form: /^(?:was|welches essen|welche \p{L}+) (?:mag|liebe) ich(?: gern)?$/iu, as: 'What do I like?' },
    { form: /^welche sprachen spreche ich$/i, as: 'What languages do I speak?' },
    { form: /^(?:mag|liebe) ich (.+)$/i, as: 'Do I like $1?' },
    { form: /^wie alt bin ich\b.*$/i, as: 'How old am I?' },
    {
      form: /^(?:wann hab(?:e)? ich geburtstag|(?:wann|an welchem tag) bin ich geboren|wann ist mein geburtstag)\b.*$/i,
      as: 'When is my birthday?',
    },
    { form: /^(?:(?:wogegen|gegen was) bin ich allergisch|worauf reagiere ich allergisch)$/i, as: 'What am I allergic to?' },
    { form: /^wie (?:heißt|heisst|heißen) (?:meine?|unsere?) (\p{L}+)$/iu, as: "What is my %1's name?" },
    { form: /^wer ist (?:meine?|unsere?) (\p{L}+)$/iu, as: 'Who is my %1?' },
    { form: /^wo (?:wohnt|lebt) (?:meine?|unsere?) (\p{L}+)$/iu, as: 'Where does my %1 live?' },
    { form: /^wo arbeitet (?:meine?|unsere?) (\p{L}+)$/iu, as: 'Where does my %1 work?' },
    { form: /^wie alt ist (?:meine?|unsere?|der|die|das) (\p{L}+)$/iu, as: 'How old is my %1?' },
    { form: /^wie alt ist (\p{L}+)$/iu, as: 'How old is $1?' },
    { form: /^was macht (?:meine?|unsere?) (\p{L}+) (?:beruflich|von beruf)$/iu, as: 'What does my %1 do?' },
    { form: /^was macht (\p{L}+) (?:beruflich|von beruf)$/iu, as: 'What does $1 do?' },
    { form: /^wo (?:wohnt|lebt) (\p{L}+)$/iu, as: 'Where does $1 live?' },
    { form: /^wie viele (\p{L}+) (?:habe? ich|haben wir)$/iu, as: 'How many %1 do I have?' },
    { form: /^(?:wohne|lebe) ich (?:noch )?in (.+)$/i, as: 'Do I live in $1?' },
    { form: /^arbeite ich (?:noch )?(?:bei|für) (.+)$/i, as: 'Do I work at $1?' },
    { form: /^(?:habe? ich|haben wir) (?:noch )?(?:eine?n? )?(\p{L}+)$/iu, as: 'Do I have a %1?' },
    {
      form: /^(?:wie hoch ist meine miete|(?:wie ?viel|was) (?:miete )?(?:zahle|bezahle) ich(?: an| für)?(?: die)?(?: miete)?)$/i,
      as: 'What is my rent?',
    },
    { form: /^wie hoch ist (?:meine?|unsere?) (\p{L}+)$/iu, as: 'What is my %1?' },
    { form: /^(?:welches|was für ein) auto (?:habe|fahre|besitze) ich$/i, as: 'What car do I have?' },
    { form: /^was fahre ich(?: für ein auto)?$/i, as: 'What car do I have?' },
    { form: /^(?:bin ich (?:noch )?raucher(?:in)?|rauche ich(?: noch| immer noch)?)$/i, as: 'Do I smoke?' },
    { form: /^esse ich (?:noch )?(.+)$/i, as: 'Do I eat $1?' },
    { form: /^trinke ich (?:noch )?(.+)$/i, as: 'Do I drink $1?' },
    { form: /^bin ich (?:noch )?verheiratet$/i, as: 'Am I married?' },
    { form: /^bin ich (?:noch )?allergisch gegen (.+)$/i, as: 'Am I allergic to $1?' },
    { form: /^bin ich (?:noch )?gegen (.+) allergisch$/i, as: 'Am I allergic to $1?' },
    { form: /^bin ich (?:noch )?(.+)$/i, as: 'Am I $1?' },
    {
      form: /^(?:was (?:weißt|merkst) du (?:alles |so |schon |bisher )*(?:über mich|von mir)|was hast du (?:dir )?(?:alles |bisher )?über mich gemerkt|was du über mich weißt)$/i,
      as: 'What do you know about me?',
    },
    { form: /^vergiss (?:bitte )?(?:das|es)$/i, as: 'Forget that' },
    { form: /^vergiss (?:bitte )?(?:meine?n?) (\p{L}+)$/iu, as: 'Forget my %1' },
    {
      form: /^vergiss (?:bitte )?(?:das mit |was ich (?:über|von) )?(?:d(?:er|ie|as|en|em) |meine[mrn]? )?(?!dass\b|nicht\b|nie\b)(.+?)(?: gesagt habe)?$/i,
      as: 'Forget about $1',
    },
  ],
  nouns: [
    [/^kinder$/i, 'children'],
    [/^kind$/i, 'child'],
    [/^hunde?$/i, 'dog'],
    [/^katzen?$/i, 'cat'],
    [/^haustiere?$/i, 'pet'],
    [/^geschwister$/i, 'siblings'],
  ],
  toForget: /^vergiss(?: bitte)?,? (dass .+)$/i,
  tail: /(?: (?:nochmal|noch ?mal|eigentlich|denn|jetzt|gerade|wieder|bitte))+$/i,
  opening: /^(?:wo|was|wer|wie|wann|welche[rsmn]?) (.+)$/i,
  small: /(?<!\p{L})(?:ist|sind|war|meine?[mnrs]?|unsere?[mnrs]?|d(?:er|ie|as|en|em)|eine?[mnrs]?)(?!\p{L})/giu,
  yes: 'Ja',
  no: 'Nein',
};
