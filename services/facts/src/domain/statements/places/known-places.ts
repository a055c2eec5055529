import { statementWords } from '../statement-words.ts';

/** Countries, and towns that many people know, as far as their names mean little else: a line each, in English and as their people write them. */
const names = `
countries: Afghanistan | Albania | Algeria | Andorra | Angola | Argentina | Armenia | Australia | Austria | Österreich | Azerbaijan | Bahrain | Bangladesh | Belarus
  Belgium | Belgien | Belgique | Bolivia | Bosnia | Botswana | Brazil | Brasil | Bulgaria | Cambodia | Cameroon | Canada | Chile | China | Colombia | Costa Rica | Croatia | Cuba
  Cyprus | Czechia | Denmark | Dominican Republic | Ecuador | Egypt | El Salvador | England | Estonia | Ethiopia | Fiji | Finland | France | Frankreich | Germany | Deutschland
  Ghana | Greece | Guatemala | Honduras | Hungary | Iceland | India | Indonesia | Iran | Iraq | Ireland | Israel | Italy | Italia | Italien | Jamaica | Japan | Kazakhstan
  Kenya | Kosovo | Kuwait | Latvia | Lebanon | Libya | Liechtenstein | Lithuania | Luxembourg | Luxemburg | Madagascar | Malaysia | Malta | Mauritius | Mexico | México | Moldova
  Mongolia | Montenegro | Morocco | Mozambique | Namibia | Nepal | Netherlands | New Zealand | Nicaragua | Nigeria | Norway | Oman | Pakistan | Panama | Paraguay
  Peru | Philippines | Poland | Polen | Portugal | Qatar | Romania | Russia | Rwanda | Saudi Arabia | Scotland | Senegal | Serbia | Singapore | Slovakia | Slovenia | Somalia
  South Africa | South Korea | Spain | España | Spanien | Sri Lanka | Sudan | Sweden | Switzerland | Schweiz | Suisse | Syria | Taiwan | Tanzania | Thailand | Tunisia | Ukraine
  United Kingdom | Uganda | Uruguay | Uzbekistan | Venezuela | Vietnam | Wales | Zambia | Zimbabwe | UK | USA
regions: Andalusia | Bavaria | Bayern | Brittany | California | Catalonia | Colorado | Cornwall | Devon | Florida | Hessen | Kent | Madeira | Massachusetts | Normandy | Ontario
  Oregon | Provence | Quebec | Sachsen | Saxony | Sicily | Texas | Tuscany | Tyrol | Yorkshire
german: Aachen | Augsburg | Basel | Berlin | Bern | Bielefeld | Bochum | Bonn | Braunschweig | Bremen | Chemnitz | Cologne | Köln | Darmstadt | Dortmund | Dresden | Duisburg | Düsseldorf
  Erfurt | Erlangen | Flensburg | Frankfurt | Freiburg | Geneva | Genf | Göttingen | Graz | Hamburg | Hannover | Hanover | Heidelberg | Ingolstadt | Innsbruck | Jena
  Karlsruhe | Kassel | Kiel | Klagenfurt | Koblenz | Konstanz | Krefeld | Lausanne | Leipzig | Linz | Lübeck | Luzern | Magdeburg | Mainz | Mannheim | Munich | München
  Münster | Nuremberg | Nürnberg | Oldenburg | Osnabrück | Passau | Potsdam | Regensburg | Rostock | Saarbrücken | Salzburg | Schwerin | Stuttgart | Trier | Tübingen | Ulm | Vienna
  Wien | Wiesbaden | Winterthur | Wolfsburg | Wuppertal | Würzburg | Zürich | Zurich
english: Aberdeen | Adelaide | Atlanta | Auckland | Austin | Baltimore | Belfast | Birmingham | Boston | Brighton | Brisbane | Bristol | Calgary | Cambridge | Canberra | Cardiff
  Chicago | Cleveland | Dallas | Denver | Detroit | Dublin | Dundee | Edinburgh | Exeter | Galway | Glasgow | Houston | Inverness | Leeds | Leicester | Liverpool | London
  Los Angeles | Manchester | Melbourne | Miami | Minneapolis | Montreal | Nashville | Newcastle | New Orleans | New York | Norwich | Nottingham | Ottawa | Oxford | Philadelphia
  Pittsburgh | Plymouth | Portland | Portsmouth | San Diego | San Francisco | San Jose | Seattle | Sheffield | Southampton | Swansea | Sydney | Toronto | Vancouver | Washington
  Wellington | Winnipeg
romance: Alicante | Avignon | Barcelona | Besançon | Bilbao | Bogotá | Bologna | Bordeaux | Braga | Brasília | Brussels | Bruxelles | Buenos Aires | Cádiz | Caracas | Clermont-Ferrand
  Coimbra | Córdoba | Curitiba | Dijon | Évora | Florence | Fortaleza | Genoa | Granada | Grenoble | Guadalajara | La Paz | Lille | Lima | Limoges | Lisbon | Lisboa | Lyon
  Madrid | Málaga | Marseille | Medellín | Metz | Milan | Milano | Montevideo | Montpellier | Murcia | Nancy | Nantes | Naples | Napoli | Oviedo | Palermo | Paris | Perpignan
  Porto | Porto Alegre | Quito | Recife | Reims | Rennes | Rio de Janeiro | Rome | Roma | Rouen | Salamanca | Salvador | San Sebastián | Santiago | São Paulo | Sevilla | Seville
  Strasbourg | Toulouse | Turin | Valencia | Valladolid | Valparaíso | Venice | Verona | Zaragoza
others: Aarhus | Accra | Addis Ababa | Algiers | Amsterdam | Ankara | Antwerp | Athens | Bangalore | Bangkok | Beijing | Belgrade | Bergen | Bratislava | Bruges | Bucharest
  Budapest | Cairo | Cape Town | Casablanca | Copenhagen | Dakar | Delhi | Dubai | Durban | Eindhoven | Gdansk | Ghent | Gothenburg | Groningen | Hanoi | Helsinki
  Hong Kong | Istanbul | Jakarta | Jerusalem | Johannesburg | Karachi | Kigali | Krakow | Kraków | Kyiv | Kyoto | Lagos | Leiden | Ljubljana | Malmö | Manila | Mumbai
  Nairobi | Oslo | Osaka | Prague | Reykjavik | Riga | Rotterdam | Sarajevo | Seoul | Shanghai | Sofia | Stockholm | Tallinn | Tampere | Tbilisi | Tehran | Tel Aviv | The Hague
  Tokyo | Trondheim | Turku | Uppsala | Utrecht | Vilnius | Warsaw | Zagreb
`;

const mostWords = 3;
const places: ReadonlySet<string> = new Set(
  names
    .trim()
    .split(/\n\s*| \| /)
    .map((name) => statementWords(name.replace(/^\p{Ll}+: /u, '')).join(' ')),
);

/** Whether a text begins with the name of a place that is known as one. Most towns are not: it says nothing of a name that it does not know. */
export function isKnownPlace(text: string): boolean {
  const words = statementWords(text).slice(0, mostWords);
  return /^(?:the )?\p{Lu}/u.test(text) && words.some((_, last) => places.has(words.slice(0, last + 1).join(' ')));
}
