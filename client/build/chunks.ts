/** The module of the slate's page, which is the first page after sign-in. */
export const slateModule = '/client/src/pages/games-page.tsx';
const entry = '/client/src/app/main.tsx';

type ModuleGraph = { getModuleInfo(id: string): { importers: string[] } | null };

/**
 * The chunk of a module: `app` for modules that every page loads, `slate` for modules that the slate loads besides. A
 * phone then requests two files instead of twenty. Null leaves the module to the bundler.
 */
export function chunkOf(id: string, graph: ModuleGraph): 'app' | 'slate' | null {
  const reached = new Set([id]);
  for (const at of reached) for (const importer of graph.getModuleInfo(at)?.importers ?? []) reached.add(importer);
  const isImportedBy = (module: string) => [...reached].some((at) => at.endsWith(module));
  if (isImportedBy(entry)) return 'app';
  return isImportedBy(slateModule) ? 'slate' : null;
}
