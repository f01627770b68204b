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

type ModuleGraph = { getModuleInfo(id: string): { importers: string[] } | null };

/**
 * The chunk of a module: `app` for modules that every page or both first pages load, `slate` and `landing` for modules
 * that one of these loads besides. A phone then requests two files instead of twenty. The page of an invitation shares
 * `app` with the landing page, and `league` with the slate. Null leaves the module to the bundler.
 */
export function chunkOf(id: string, graph: ModuleGraph): 'app' | 'slate' | 'landing' | 'league' | null {
  if (ofSlateAlone.test(id)) return 'slate';
  if (ofListsAlone.test(id)) return null;
  const reached = new Set([id]);
  for (const at of reached) for (const importer of graph.getModuleInfo(at)?.importers ?? []) reached.add(importer);
  const isImportedBy = (module: string) => [...reached].some((at) => at.endsWith(module));
  const [ofSlate, ofLanding, ofInvite] = [slateModule, landingModule, inviteModule].map(isImportedBy);
  if (isImportedBy(entry) || (ofLanding && (ofSlate || ofInvite))) return 'app';
  if (ofSlate && ofInvite) return 'league';
  if (ofSlate) return 'slate';
  return ofLanding ? 'landing' : null;
}
