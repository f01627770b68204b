import { teamsOf } from './team.ts';

/** So many English clubs, the first ones of the list, play in the Champions League. */
const englishInEurope = 6;

/** The twenty clubs of the Premier League, roughly the strongest first. */
export const premierLeague = teamsOf('soccer', [
  ['ARS', 'Arsenal', 'Arsenal', 'e20520', '003399'],
  ['MNC', 'Manchester City', 'Manchester City', '99c5ea', '1c2c5b'],
  ['LIV', 'Liverpool', 'Liverpool', 'd11317', '132257'],
  ['CHE', 'Chelsea', 'Chelsea', '144992', 'ffeeee'],
  ['NEW', 'Newcastle United', 'Newcastle United', '000000', 'cd1937'],
  ['TOT', 'Tottenham Hotspur', 'Tottenham Hotspur', '132257', 'ffffff'],
  ['AVL', 'Aston Villa', 'Aston Villa', '660e36', '95bfe5'],
  ['MAN', 'Manchester United', 'Manchester United', 'da020e', '144992'],
  ['CRY', 'Crystal Palace', 'Crystal Palace', '0202fb', 'ffdd00'],
  ['BHA', 'Brighton & Hove Albion', 'Brighton & Hove Albion', '0606fa', 'ffdd00'],
  ['BOU', 'AFC Bournemouth', 'AFC Bournemouth', 'f42727', '000000'],
  ['EVE', 'Everton', 'Everton', '0606fa', 'ffffff'],
  ['NFO', 'Nottingham Forest', 'Nottingham Forest', 'c8102e', '132257'],
  ['FUL', 'Fulham', 'Fulham', 'ffffff', '000000'],
  ['BRE', 'Brentford', 'Brentford', 'f42727', 'f8ced9'],
  ['SUN', 'Sunderland', 'Sunderland', 'eb172b', '000000'],
  ['LEE', 'Leeds United', 'Leeds United', 'ffffff', 'ffcd00'],
  ['WHU', 'West Ham United', 'West Ham United', '7c2c3b', '2dafe5'],
  ['BUR', 'Burnley', 'Burnley', '6c1d45', '99d6ea'],
  ['WOL', 'Wolverhampton Wanderers', 'Wolverhampton Wanderers', 'fdb913', '231f20'],
]);

const ofEurope = teamsOf('soccer', [
  ['RMA', 'Real Madrid', 'Real Madrid', 'ffffff', '00529f'],
  ['BAR', 'Barcelona', 'Barcelona', '990000', '003da5'],
  ['MUN', 'Bayern Munich', 'Bayern Munich', 'dc052d', '0066b2'],
  ['PSG', 'Paris Saint-Germain', 'Paris Saint-Germain', '000080', 'e30613'],
  ['INT', 'Internazionale', 'Internazionale', '00239c', '000000'],
  ['ATM', 'Atlético Madrid', 'Atlético Madrid', 'a71b34', 'ffffff'],
  ['LEV', 'Bayer Leverkusen', 'Bayer Leverkusen', 'da291c', '000000'],
  ['DOR', 'Borussia Dortmund', 'Borussia Dortmund', 'f2e500', '000000'],
  ['NAP', 'Napoli', 'Napoli', '12a0d7', '003c82'],
  ['ATA', 'Atalanta', 'Atalanta', '1e71b8', '000000'],
  ['JUV', 'Juventus', 'Juventus', '000000', 'ffffff'],
  ['SCP', 'Sporting CP', 'Sporting CP', '00784c', 'ffffff'],
  ['BEN', 'Benfica', 'Benfica', 'e20521', 'ffffff'],
  ['PSV', 'PSV Eindhoven', 'PSV Eindhoven', 'c20a19', 'ffffff'],
  ['ATH', 'Athletic Club', 'Athletic Club', 'cd2534', '000000'],
  ['VIL', 'Villarreal', 'Villarreal', 'ffe667', '005187'],
  ['SGE', 'Eintracht Frankfurt', 'Eintracht Frankfurt', '000000', 'e1000f'],
  ['OM', 'Marseille', 'Marseille', '2faee0', 'ffffff'],
  ['MON', 'AS Monaco', 'AS Monaco', 'e51b22', 'ffffff'],
  ['AJA', 'Ajax Amsterdam', 'Ajax Amsterdam', 'd2122e', 'ffffff'],
  ['CLB', 'Club Brugge', 'Club Brugge', '0070b8', '000000'],
  ['GAL', 'Galatasaray', 'Galatasaray', 'a90432', 'fdb912'],
  ['OLY', 'Olympiacos', 'Olympiacos', 'd40d12', 'ffffff'],
  ['SLP', 'Slavia Prague', 'Slavia Prague', 'd7141a', 'ffffff'],
  ['USG', 'Union St.-Gilloise', 'Union St.-Gilloise', 'fed700', '004a99'],
  ['FCK', 'F.C. København', 'F.C. København', '1a1a7a', 'ffffff'],
  ['BOD', 'Bodø/Glimt', 'Bodø/Glimt', 'ffdd00', '000000'],
  ['QAR', 'FK Qarabag', 'FK Qarabag', '1a1a1a', 'ffffff'],
  ['PAF', 'Pafos', 'Pafos', '004b93', 'ffffff'],
  ['KAI', 'Kairat Almaty', 'Kairat Almaty', 'ffdd00', '000000'],
]);

/**
 * The 36 clubs of the Champions League, roughly the strongest first. The English ones are the same objects as in their
 * league.
 */
export const championsLeague = [
  ...ofEurope.slice(0, 4),
  ...premierLeague.slice(0, englishInEurope),
  ...ofEurope.slice(4),
];
