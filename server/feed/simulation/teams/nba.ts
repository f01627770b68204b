import { teamsOf } from './team.ts';

/** The Eastern and the Western Conference of the NBA, roughly the strongest first. */
export const nbaConferences = [
  teamsOf('nba', [
    ['DET', 'Detroit', 'Pistons', '1d428a', 'c8102e'],
    ['BOS', 'Boston', 'Celtics', '008348', 'ffffff'],
    ['NY', 'New York', 'Knicks', '1d428a', 'f58426'],
    ['CLE', 'Cleveland', 'Cavaliers', '860038', 'bc945c'],
    ['ORL', 'Orlando', 'Magic', '0150b5', '9ca0a3'],
    ['TOR', 'Toronto', 'Raptors', 'd91244', '000000'],
    ['MIA', 'Miami', 'Heat', '98002e', '000000'],
    ['PHI', 'Philadelphia', '76ers', '1d428a', 'e01234'],
    ['ATL', 'Atlanta', 'Hawks', 'c8102e', 'fdb927'],
    ['MIL', 'Milwaukee', 'Bucks', '00471b', 'eee1c6'],
    ['CHI', 'Chicago', 'Bulls', 'ce1141', '000000'],
    ['CHA', 'Charlotte', 'Hornets', '008ca8', '1d1060'],
    ['IND', 'Indiana', 'Pacers', '0c2340', 'ffd520'],
    ['BKN', 'Brooklyn', 'Nets', '000000', 'ffffff'],
    ['WSH', 'Washington', 'Wizards', 'e31837', '002b5c'],
  ]),
  teamsOf('nba', [
    ['OKC', 'Oklahoma City', 'Thunder', '007ac1', 'ef3b24'],
    ['DEN', 'Denver', 'Nuggets', '0e2240', 'fec524'],
    ['SA', 'San Antonio', 'Spurs', '000000', 'c4ced4'],
    ['HOU', 'Houston', 'Rockets', 'ce1141', '000000'],
    ['LAL', 'Los Angeles', 'Lakers', '552583', 'fdb927'],
    ['MIN', 'Minnesota', 'Timberwolves', '266092', '79bc43'],
    ['GS', 'Golden State', 'Warriors', 'fdb927', '1d428a'],
    ['PHX', 'Phoenix', 'Suns', '29127a', 'e56020'],
    ['LAC', 'LA', 'Clippers', '12173f', 'c8102e'],
    ['POR', 'Portland', 'Trail Blazers', 'e03a3e', '000000'],
    ['DAL', 'Dallas', 'Mavericks', '0064b1', 'bbc4ca'],
    ['MEM', 'Memphis', 'Grizzlies', '5d76a9', '12173f'],
    ['SAC', 'Sacramento', 'Kings', '5a2d81', '6a7a82'],
    ['NO', 'New Orleans', 'Pelicans', '0a2240', 'b4975a'],
    ['UTAH', 'Utah', 'Jazz', '4e008e', '79a3dc'],
  ]),
];
