import { teamsOf } from './team.ts';

/**
 * Forty programs of college football in their four conferences: SEC, Big Ten, ACC, Big 12, roughly the strongest first.
 */
export const cfbConferences = [
  teamsOf('cfb', [
    ['UGA', 'Georgia', 'Bulldogs', 'ba0c2f', '000000'],
    ['ALA', 'Alabama', 'Crimson Tide', '9e1632', 'ffffff'],
    ['TEX', 'Texas', 'Longhorns', 'c15d26', 'ffffff'],
    ['LSU', 'LSU', 'Tigers', '461d7c', 'fdd023'],
    ['MISS', 'Ole Miss', 'Rebels', '13294b', 'c8102e'],
    ['TA&M', 'Texas A&M', 'Aggies', '500000', 'ffffff'],
    ['OU', 'Oklahoma', 'Sooners', 'a32036', 'ffffff'],
    ['TENN', 'Tennessee', 'Volunteers', 'ff8200', 'ffffff'],
    ['FLA', 'Florida', 'Gators', '0021a5', 'fa4616'],
    ['AUB', 'Auburn', 'Tigers', '002b5c', 'f26522'],
  ]),
  teamsOf('cfb', [
    ['OSU', 'Ohio State', 'Buckeyes', 'ba0c2f', 'ffffff'],
    ['ORE', 'Oregon', 'Ducks', '007030', 'fee11a'],
    ['MICH', 'Michigan', 'Wolverines', '00274c', 'ffcb05'],
    ['PSU', 'Penn State', 'Nittany Lions', '061440', 'ffffff'],
    ['IU', 'Indiana', 'Hoosiers', '990000', 'edebeb'],
    ['USC', 'USC', 'Trojans', '9e2237', 'ffcc00'],
    ['IOWA', 'Iowa', 'Hawkeyes', '231f20', 'fcd116'],
    ['WASH', 'Washington', 'Huskies', '33006f', 'e8d3a2'],
    ['WIS', 'Wisconsin', 'Badgers', 'c4012f', 'ffffff'],
    ['NEB', 'Nebraska', 'Cornhuskers', 'd00000', 'f5f1e7'],
  ]),
  teamsOf('cfb', [
    ['MIA', 'Miami', 'Hurricanes', '005030', 'f47321'],
    ['CLEM', 'Clemson', 'Tigers', 'f56600', '522d80'],
    ['FSU', 'Florida State', 'Seminoles', '782f40', 'ceb888'],
    ['SMU', 'SMU', 'Mustangs', '354ca1', 'cc0035'],
    ['LOU', 'Louisville', 'Cardinals', 'c9001f', '000000'],
    ['GT', 'Georgia Tech', 'Yellow Jackets', '003057', 'b3a369'],
    ['UNC', 'North Carolina', 'Tar Heels', '7bafd4', '13294b'],
    ['DUKE', 'Duke', 'Blue Devils', '013088', 'ffffff'],
    ['PITT', 'Pittsburgh', 'Panthers', '003263', 'ffb81c'],
    ['VT', 'Virginia Tech', 'Hokies', '630031', 'cf4420'],
  ]),
  teamsOf('cfb', [
    ['TTU', 'Texas Tech', 'Red Raiders', 'cc0000', '000000'],
    ['BYU', 'BYU', 'Cougars', '003da5', 'ffffff'],
    ['UTAH', 'Utah', 'Utes', 'ea002a', 'ffffff'],
    ['ASU', 'Arizona State', 'Sun Devils', '8e0c3a', 'ffc72c'],
    ['KSU', 'Kansas State', 'Wildcats', '3c0969', 'e2e3e4'],
    ['ISU', 'Iowa State', 'Cyclones', '822433', 'fdca2f'],
    ['TCU', 'TCU', 'Horned Frogs', '4d1979', 'f1f2f3'],
    ['BAY', 'Baylor', 'Bears', '154734', 'ffb81c'],
    ['HOU', 'Houston', 'Cougars', 'c92a39', 'ffffff'],
    ['COLO', 'Colorado', 'Buffaloes', '000000', 'cfb87c'],
  ]),
];
