import { expect, test } from 'vitest';
import { nameToMatch, teamKey } from './team-names.ts';

test.each([
  ['Los Angeles Clippers', 'LA Clippers'],
  ['Bournemouth', 'AFC Bournemouth'],
  ['Brighton and Hove Albion', 'Brighton & Hove Albion'],
  ['Montréal Canadiens', 'Montreal Canadiens'],
  ['St Louis Blues', 'St. Louis Blues'],
  ['Bayern München', 'Bayern Munich'],
  ['Internazionale Milano', 'Internazionale'],
  ['Inter Milan', 'Internazionale'],
  ['Paris Saint Germain', 'Paris Saint-Germain'],
  ['Napoli', 'Napoli'],
  ['Oakland Athletics', 'Athletics'],
  ['Hawaii Rainbow Warriors', "Hawai'i Rainbow Warriors"],
  ['Texas A&M Aggies', 'Texas A & M Aggies'],
  ['San Jose State Spartans', 'San José State Spartans'],
  ['Bodo/Glimt', 'Bodø/Glimt'],
  ['Chelsea FC', 'Chelsea'],
])('%s is %s', (name, other) => {
  expect(teamKey(name)).toBe(teamKey(other));
});

test.each([
  ['Manchester United', 'Manchester City'],
  ['New York Jets', 'New York Giants'],
  ['Miami Hurricanes', 'Miami (OH) RedHawks'],
  ['Los Angeles Chargers', 'Los Angeles Rams'],
  ['Chicago White Sox', 'Chicago Cubs'],
  ['Washington Huskies', 'Washington State Cougars'],
  ['constructor', 'Object'],
])('%s is not %s', (name, other) => {
  expect(teamKey(name)).not.toBe(teamKey(other));
});

test.each([
  ['Kansas City', 'Chiefs', 'Kansas City Chiefs'],
  ['Athletics', 'Athletics', 'Athletics'],
  ['Ottawa', 'Ottawa Senators', 'Ottawa Senators'],
  ['', 'Arsenal', 'Arsenal'],
])('%s and %s are the %s', (city, name, whole) => {
  expect(nameToMatch(city, name)).toBe(whole);
});
