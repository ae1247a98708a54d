// What the page itself says. Everything about a game comes from the server, in the
// language of the reader.
export const names = { en: 'English', nl: 'Nederlands', fr: 'Français', de: 'Deutsch' };

const words = {
  en: {
    home: 'Games', start: 'Begin a game', stored: 'Stored games', players: 'players', player: 'player',
    language: 'Language', options: 'Options', seats: 'Seats', name: 'Name', who: 'Who plays',
    person: 'A person', bot0: 'Bot: at random', bot30: 'Bot: thinks', bot120: 'Bot: thinks long',
    begin: 'Begin', standard: 'As the rules say', packs: 'Packs', links: 'Links of the seats',
    linksHelp: 'Send each player the link of a seat. Whoever has it sits there: do not show it to others.',
    sit: 'Sit here', sitAll: 'All at this screen', watch: 'Watch', watching: 'Watching', copy: 'Copy the link', copied: 'Copied',
    undo: 'Take back', log: 'What happened', why: 'Why?', whyNot: 'Why not?', close: 'Close', wait: 'Waiting for the others',
    yourTurn: 'Your turn', over: 'The game is over', error: 'A rule went wrong', table: 'Table', you: 'you', bot: 'bot',
    hidden: 'hidden', empty: 'empty', more: 'More', rule: 'Rule', replay: 'Replay', step: 'Step', back: 'Back', forth: 'Forward',
    first: 'First', last: 'Last', seenBy: 'Seen by', everything: 'Everything', branch: 'Go on from here in another way',
    nobody: 'spectators', confirm: 'Confirm', choose: 'Choose', chosen: 'chosen', filter: 'Search', lost: 'The connection is lost; trying again …',
    stale: 'That was answered already.', seat: 'Seat', swap: 'Pass on to', ready: 'I am {who}: show the table', key: 'Key', keyHelp: 'Whoever begins games here needs the key of this server.', enter: 'Enter',
    board: 'Board', common: 'On the table', things: 'Things', asked: 'Question', source: 'Source', skip: 'Skip to the table', offline: 'offline', cards: 'Cards and rules', painted: 'With tests, findings and games', rulebook: 'Rulebook', write: 'Write', translate: 'Translate', begun: 'begun', finished: 'finished', running: 'running', solo: 'Play', link: 'Link to this step', nothing: 'Nothing yet', pass: 'Nothing', all: 'All games', answers: 'Answers', noWhy: 'This is where it begins.', causes: 'It came from', search: 'Search in all languages', kind: 'Kind', copies: 'copies', cited: 'Rulebook', tests: 'Tests', count: 'cards',
  },
  nl: {
    home: 'Spellen', start: 'Begin een spel', stored: 'Bewaarde partijen', players: 'spelers', player: 'speler',
    language: 'Taal', options: 'Opties', seats: 'Plaatsen', name: 'Naam', who: 'Wie speelt',
    person: 'Een mens', bot0: 'Bot: willekeurig', bot30: 'Bot: denkt na', bot120: 'Bot: denkt lang na',
    begin: 'Beginnen', standard: 'Zoals de regels zeggen', packs: 'Uitbreidingen', links: 'Links van de plaatsen',
    linksHelp: 'Stuur elke speler de link van een plaats. Wie hem heeft, zit daar: laat hem niet aan anderen zien.',
    sit: 'Ga hier zitten', sitAll: 'Allen aan dit scherm', watch: 'Kijken', watching: 'Toeschouwer', copy: 'Link kopiëren', copied: 'Gekopieerd',
    undo: 'Terugnemen', log: 'Wat er gebeurde', why: 'Waarom?', whyNot: 'Waarom niet?', close: 'Sluiten', wait: 'Wachten op de anderen',
    yourTurn: 'Jij bent aan de beurt', over: 'Het spel is afgelopen', error: 'Er ging een regel mis', table: 'Tafel', you: 'jij', bot: 'bot',
    hidden: 'verborgen', empty: 'leeg', more: 'Meer', rule: 'Regel', replay: 'Terugkijken', step: 'Stap', back: 'Terug', forth: 'Verder',
    first: 'Begin', last: 'Einde', seenBy: 'Gezien door', everything: 'Alles', branch: 'Ga vanaf hier anders verder',
    nobody: 'toeschouwers', confirm: 'Bevestigen', choose: 'Kies', chosen: 'gekozen', filter: 'Zoeken', lost: 'De verbinding is weg; nieuwe poging …',
    stale: 'Dat was al beantwoord.', seat: 'Plaats', swap: 'Geef door aan', ready: 'Ik ben {who}: toon de tafel', key: 'Sleutel', keyHelp: 'Wie hier spellen begint, heeft de sleutel van deze server nodig.', enter: 'Invoeren',
    board: 'Bord', common: 'Op tafel', things: 'Dingen', asked: 'Vraag', source: 'Bron', skip: 'Naar de tafel', offline: 'offline', cards: 'Kaarten en regels', painted: 'Met tests, bevindingen en spellen', rulebook: 'Spelregels', write: 'Schrijven', translate: 'Vertalen', begun: 'begonnen', finished: 'afgelopen', running: 'bezig', solo: 'Spelen', link: 'Link naar deze stap', nothing: 'Nog niets', pass: 'Niets', all: 'Alle spellen', answers: 'Antwoorden', noWhy: 'Hier begint het.', causes: 'Het kwam van', search: 'Zoek in alle talen', kind: 'Soort', copies: 'exemplaren', cited: 'Regelboek', tests: 'Tests', count: 'kaarten',
  },
  fr: {
    home: 'Jeux', start: 'Commencer une partie', stored: 'Parties enregistrées', players: 'joueurs', player: 'joueur',
    language: 'Langue', options: 'Options', seats: 'Places', name: 'Nom', who: 'Qui joue',
    person: 'Une personne', bot0: 'Robot : au hasard', bot30: 'Robot : réfléchit', bot120: 'Robot : réfléchit longtemps',
    begin: 'Commencer', standard: 'Comme le disent les règles', packs: 'Extensions', links: 'Liens des places',
    linksHelp: 'Envoyez à chaque joueur le lien d’une place. Qui l’a s’y assied : ne le montrez à personne d’autre.',
    sit: 'S’asseoir ici', sitAll: 'Tous à cet écran', watch: 'Regarder', watching: 'Spectateur', copy: 'Copier le lien', copied: 'Copié',
    undo: 'Reprendre', log: 'Ce qui s’est passé', why: 'Pourquoi ?', whyNot: 'Pourquoi pas ?', close: 'Fermer', wait: 'On attend les autres',
    yourTurn: 'À vous', over: 'La partie est finie', error: 'Une règle a échoué', table: 'Table', you: 'vous', bot: 'robot',
    hidden: 'cachées', empty: 'vide', more: 'Plus', rule: 'Règle', replay: 'Revoir', step: 'Étape', back: 'Reculer', forth: 'Avancer',
    first: 'Début', last: 'Fin', seenBy: 'Vu par', everything: 'Tout', branch: 'Continuer autrement d’ici',
    nobody: 'les spectateurs', confirm: 'Confirmer', choose: 'Choisissez', chosen: 'choisis', filter: 'Chercher', lost: 'La connexion est perdue ; nouvel essai …',
    stale: 'La réponse est déjà donnée.', seat: 'Place', swap: 'Passer à', ready: 'Je suis {who} : montrer la table', key: 'Clé', keyHelp: 'Pour commencer des parties ici, il faut la clé de ce serveur.', enter: 'Entrer',
    board: 'Plateau', common: 'Sur la table', things: 'Objets', asked: 'Question', source: 'Source', skip: 'Vers la table', offline: 'hors ligne', cards: 'Cartes et règles', painted: 'Avec tests, constats et parties', rulebook: 'Règles du jeu', write: 'Écrire', translate: 'Traduire', begun: 'commencée', finished: 'finie', running: 'en cours', solo: 'Jouer', link: 'Lien vers cette étape', nothing: 'Rien encore', pass: 'Rien', all: 'Tous les jeux', answers: 'Réponses', noWhy: 'C’est ici que cela commence.', causes: 'Cela venait de', search: 'Chercher dans toutes les langues', kind: 'Sorte', copies: 'exemplaires', cited: 'Livre de règles', tests: 'Tests', count: 'cartes',
  },
  de: {
    home: 'Spiele', start: 'Ein Spiel beginnen', stored: 'Gespeicherte Partien', players: 'Spieler', player: 'Spieler',
    language: 'Sprache', options: 'Einstellungen', seats: 'Plätze', name: 'Name', who: 'Wer spielt',
    person: 'Ein Mensch', bot0: 'Bot: zufällig', bot30: 'Bot: denkt nach', bot120: 'Bot: denkt lange nach',
    begin: 'Beginnen', standard: 'Wie die Regeln sagen', packs: 'Erweiterungen', links: 'Links der Plätze',
    linksHelp: 'Schicke jedem Spieler den Link eines Platzes. Wer ihn hat, sitzt dort: zeige ihn niemandem sonst.',
    sit: 'Hier sitzen', sitAll: 'Alle an diesem Bildschirm', watch: 'Zusehen', watching: 'Zuschauer', copy: 'Link kopieren', copied: 'Kopiert',
    undo: 'Zurücknehmen', log: 'Was geschah', why: 'Warum?', whyNot: 'Warum nicht?', close: 'Schließen', wait: 'Warten auf die anderen',
    yourTurn: 'Du bist an der Reihe', over: 'Das Spiel ist aus', error: 'Eine Regel ging schief', table: 'Tisch', you: 'du', bot: 'Bot',
    hidden: 'verdeckt', empty: 'leer', more: 'Mehr', rule: 'Regel', replay: 'Nachspielen', step: 'Schritt', back: 'Zurück', forth: 'Weiter',
    first: 'Anfang', last: 'Ende', seenBy: 'Gesehen von', everything: 'Alles', branch: 'Von hier anders weiterspielen',
    nobody: 'Zuschauern', confirm: 'Bestätigen', choose: 'Wähle', chosen: 'gewählt', filter: 'Suchen', lost: 'Die Verbindung ist weg; neuer Versuch …',
    stale: 'Das wurde schon beantwortet.', seat: 'Platz', swap: 'Weitergeben an', ready: 'Ich bin {who}: zeige den Tisch', key: 'Schlüssel', keyHelp: 'Wer hier Spiele beginnt, braucht den Schlüssel dieses Servers.', enter: 'Eingeben',
    board: 'Spielplan', common: 'Auf dem Tisch', things: 'Dinge', asked: 'Frage', source: 'Quelle', skip: 'Zum Tisch', offline: 'offline', cards: 'Karten und Regeln', painted: 'Mit Tests, Befunden und Partien', rulebook: 'Regelheft', write: 'Schreiben', translate: 'Übersetzen', begun: 'begonnen', finished: 'beendet', running: 'läuft', solo: 'Spielen', link: 'Link zu diesem Schritt', nothing: 'Noch nichts', pass: 'Nichts', all: 'Alle Spiele', answers: 'Antworten', noWhy: 'Hier beginnt es.', causes: 'Es kam von', search: 'In allen Sprachen suchen', kind: 'Art', copies: 'Exemplare', cited: 'Regelwerk', tests: 'Tests', count: 'Karten',
  },
};

let lang = 'en';
export function speak(code) {
  lang = /^[a-z]{2,3}$/.test(code) ? code : 'en';
  document.documentElement.lang = words[lang] ? lang : 'en';
}
/** A language by its own name; games may speak more of them than the page itself. */
export function nameOf(code) {
  if (names[code]) return names[code];
  try { return new Intl.DisplayNames([code], { type: 'language' }).of(code); } catch { return code; }
}
export const spoken = () => lang;
/** A player without a name, as the log calls him. */
export const unnamed = (i) => `${w('player')[0].toLocaleUpperCase()}${w('player').slice(1)} ${i + 1}`;
/** More words, of a part of the page that not everybody needs. */
export function learn(more) { for (const [code, all] of Object.entries(more)) words[code] = { ...all, ...words[code] }; }
export function w(key, fill) {
  let text = words[lang]?.[key] ?? words.en[key] ?? key;
  for (const [name, value] of Object.entries(fill || {})) text = text.replace(`{${name}}`, value);
  return text;
}
