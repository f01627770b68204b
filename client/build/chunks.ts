/** The modules of the first page after sign-in, and of a visitor's first page. */
export const slateModule = '/client/src/pages/games-page.tsx';
export const landingModule = '/client/src/pages/landing-page.tsx';
/** The page of an invitation, on which most visitors see Ching first. */
export const inviteModule = '/client/src/pages/invite-page.tsx';
const entry = '/client/src/app/main.tsx';
/**
 * Modules of TanStack Query that the slate alone uses. The package's index imports them, so in the module graph every
 * page reaches them. `first-load.spec.ts` fails if the landing page uses one: it then loads the slate.
 */
const ofSlateAlone = /\/(queriesObserver|useQueries|useIsFetching)\.js$/;
/** The same for lists by pages, which neither first page has. */
const ofListsAlone = /\/(infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions)\.js$/;

/** Parts that load when the browser is idle, on every page (`idleNamed` in lib/lazy-component.ts). */
export const idlePart = new RegExp(
  `/(${[
    'amount-key',
    'confirm-bet-dialog',
    'consequence-line',
    'create-league-form',
    'first-league',
    'join-league-form',
    'modal',
    'odds-announcer',
    'pick-mark',
    'play-again-form',
    'receipt-offer',
    'slip-announcer',
    'slip-contents',
    'slip-receipt',
    'title-meter',
    'toast-area',
  ].join('|')})\\.tsx?$`,
);
/** The pages that members open every week, besides the slate. */
const weeklyPage = /\/(leaderboard|league|my-bets|profile|inbox|member)-page[.-]/;

/** Whether a built file is the chunk of a page that members open seldom. */
export const isSeldomPage = (file: string) => /-page-/.test(file) && !weeklyPage.test(file);

type ModuleInfo = { importers: string[]; dynamicImporters: string[] };
type ModuleGraph = { getModuleInfo(id: string): ModuleInfo | null };
/** The chunks, in the order in which they take what their modules import. */
const chunks = ['app', 'league', 'slate', 'landing', 'invite', 'shared', 'idle'] as const;
type Chunk = (typeof chunks)[number];

/**
 * The chunk of a module. By these, a phone requests four files for the slate and about ten for any other page of
 * members; the bundler's own division, a chunk for each set of parts that share a module, asked for up to fifty.
 *
 * app      what every page or both first pages load.
 * slate, landing, invite  what one first page loads besides: the slate, the landing page, the page of an invitation.
 * league   what slate and invitation share.
 * shared   what several weekly pages or idle parts load.
 * idle     what only idle parts load.
 *
 * Null leaves the module to the bundler: pages, dialogs that open seldom, and what those alone share.
 */
export function chunkOf(id: string, graph: ModuleGraph): Chunk | null {
  if (ofSlateAlone.test(id)) return 'slate';
  if (ofListsAlone.test(id)) return 'shared';
  const reached = new Set([id]);
  for (const at of reached) for (const importer of graph.getModuleInfo(at)?.importers ?? []) reached.add(importer);
  const isImportedBy = (module: string) => [...reached].some((at) => at.endsWith(module));
  const [ofSlate, ofLanding, ofInvite] = [slateModule, landingModule, inviteModule].map(isImportedBy);
  if (isImportedBy(entry) || (ofLanding && (ofSlate || ofInvite))) return 'app';
  if (ofSlate && ofInvite) return 'league';
  if (ofSlate) return 'slate';
  if (ofLanding) return 'landing';
  if (ofInvite) return 'invite';
  const roots = [...reached].filter((at) => (graph.getModuleInfo(at)?.dynamicImporters.length ?? 0) > 0);
  if (roots.length > 0 && roots.every((root) => idlePart.test(root))) return 'idle';
  return roots.filter((root) => weeklyPage.test(root) || idlePart.test(root)).length > 1 ? 'shared' : null;
}

/** The groups of modules for the bundler. A group takes what its modules import, unless an earlier one has taken it. */
export const chunkGroups = chunks.map((chunk, index) => ({
  name: (id: string, graph: ModuleGraph) => (chunkOf(id, graph) === chunk ? chunk : null),
  priority: chunks.length - index,
  debugName: chunk,
}));
