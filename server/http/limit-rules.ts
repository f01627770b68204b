const minute = 60;
const hour = 3_600;

/**
 * The number of uses, and the seconds in which they count. Why: docs/security.md#passwords-and-sign-in,
 * docs/security.md#reset-links, docs/security.md#guessing-and-limits. Chosen: the numbers of sign-ups and of bets.
 */
export const rules = {
  signInsOfAccount: [5, 15 * minute],
  signInsOfAddress: [30, 15 * minute],
  signInsOfDevice: [5, 15 * minute],
  passwordsOfUser: [5, 15 * minute],
  signUpsOfAddress: [20, hour],
  resetMailsOfAccount: [3, hour],
  resetMailsOfAddress: [10, hour],
  resetsOfAddress: [10, hour],
  joinsOfUser: [10, 15 * minute],
  joinsOfAddress: [30, hour],
  invitesOfAddress: [60, hour],
  codesOfNetwork: [300, hour],
  announcementsOfUser: [10, hour], // Chosen: a few typing errors; each is told to up to 10,000 members
  seasonsOfUser: [20, hour], // Chosen: a deleted season may be started again; each is told to up to 10,000 members
  passwordChangesOfUser: [5, hour], // Chosen: each is told by mail to an address that may be somebody else's
  emailChangesOfUser: [5, hour], // Chosen: a few typing errors; each is a letter to somebody else's address
  exportsOfUser: [5, hour], // Chosen: each may read years of bets
  namesOfUser: [20, hour], // Chosen: a few typing errors; up to 200 leagues show each change at once
  leagueFilesOfUser: [20, hour], // Chosen: two files of some leagues; each may be made of 100,000 tickets
  chatPostsOfUser: [10, hour], // Chosen: trying out three services takes a few
  previewsOfUser: [120, minute], // Chosen: one for each score typed; each reads up to a hundred leagues
  resultsOfUser: [30, minute], // Chosen: more games than one person decides
  // Chosen: more than an admin needs in an hour, and little for whoever has stolen an admin's session.
  searchesOfAdmin: [120, hour],
  rightsOfAdmin: [30, hour],
  mailRetriesOfAdmin: [60, hour],
  betsOfUser: [300, 10],
  reactionsOfUser: [60, minute], // Chosen: a long list, one a second; each is told to all members' open pages
  // Chosen: an open page sends at most ten calls a second, when every sport changes at once. This allows six such pages
  // of one person and thirty behind one address, or a school in which each page follows real games.
  callsOfUser: [600, 10],
  callsOfAddress: [3_000, 10],
  // Chosen: services that read the calendars of many people do so from few addresses, each calendar some times a day.
  calendarsOfAddress: [300, minute],
  // Chosen: whoever did not switch mail on gets so many letters that ask, and no other.
  confirmMailsOfAccount: [3, 24 * hour],
  confirmMailsOfAddress: [10, hour],
  // Chosen: mail services post the one click of many people from few addresses.
  mailLinksOfAddress: [300, minute],
} as const;

/**
 * Past the limit of failed sign-ins an account takes one try per delay. The delay doubles from `first` to `longest`
 * seconds.
 */
export const signInDelays = { first: 30, longest: 15 * minute };
