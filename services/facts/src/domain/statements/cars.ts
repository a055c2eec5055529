/** Makes and models of cars, each in one word. */
export const carMakes = `honda|toyota|ford|volvo|volkswagen|vw|skoda|audi|bmw|mercedes|tesla|fiat|renault|peugeot|citroen|kia|hyundai|mazda|nissan|subaru|suzuki|jeep|seat|dacia|opel|vauxhall|lexus|civic|corolla|golf|passat|fiesta|focus|polo|fabia|octavia|yaris|prius|hilux|clio|twingo|duster|corsa|astra`;
