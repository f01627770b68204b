import { teamsOf } from './team.ts';

/** The American and the National League, roughly the strongest first. */
export const mlbLeagues = [
  teamsOf('mlb', [
    ['NYY', 'New York', 'Yankees', '132448', 'c4ced4'],
    ['TOR', 'Toronto', 'Blue Jays', '134a8e', '6cace5'],
    ['SEA', 'Seattle', 'Mariners', '005c5c', '0c2c56'],
    ['DET', 'Detroit', 'Tigers', '0a2240', 'ff4713'],
    ['HOU', 'Houston', 'Astros', '002d62', 'eb6e1f'],
    ['BOS', 'Boston', 'Red Sox', '0d2b56', 'bd3039'],
    ['CLE', 'Cleveland', 'Guardians', '002b5c', 'e31937'],
    ['TEX', 'Texas', 'Rangers', '003278', 'c0111f'],
    ['BAL', 'Baltimore', 'Orioles', 'df4601', '000000'],
    ['TB', 'Tampa Bay', 'Rays', '092c5c', '8fbce6'],
    ['KC', 'Kansas City', 'Royals', '004687', '7ab2dd'],
    ['MIN', 'Minnesota', 'Twins', '031f40', 'e20e32'],
    ['ATH', 'Athletics', 'Athletics', '003831', 'efb21e'],
    ['LAA', 'Los Angeles', 'Angels', 'ba0021', 'c4ced4'],
    ['CHW', 'Chicago', 'White Sox', '000000', 'c4ced4'],
  ]),
  teamsOf('mlb', [
    ['LAD', 'Los Angeles', 'Dodgers', '005a9c', 'ffffff'],
    ['PHI', 'Philadelphia', 'Phillies', 'e81828', '003278'],
    ['MIL', 'Milwaukee', 'Brewers', '13294b', 'ffc72c'],
    ['CHC', 'Chicago', 'Cubs', '0e3386', 'cc3433'],
    ['SD', 'San Diego', 'Padres', '2f241d', 'ffc425'],
    ['NYM', 'New York', 'Mets', '002d72', 'ff5910'],
    ['ATL', 'Atlanta', 'Braves', '0c2340', 'ba0c2f'],
    ['ARI', 'Arizona', 'Diamondbacks', 'aa182c', '000000'],
    ['CIN', 'Cincinnati', 'Reds', 'c6011f', 'ffffff'],
    ['SF', 'San Francisco', 'Giants', '000000', 'fd5a1e'],
    ['STL', 'St. Louis', 'Cardinals', 'be0a14', '001541'],
    ['MIA', 'Miami', 'Marlins', '00a3e0', 'ef3340'],
    ['PIT', 'Pittsburgh', 'Pirates', '000000', 'fdb827'],
    ['WSH', 'Washington', 'Nationals', 'ab0003', '11225b'],
    ['COL', 'Colorado', 'Rockies', '33006f', '000000'],
  ]),
];
