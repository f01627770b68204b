import { startCluster } from '#server/testing/cluster.ts';
import { bundleServer } from '#server/testing/server-bundle.ts';

/**
 * Starts one throwaway Postgres for the run and puts its address into CLUSTER_URL. Each journey clones its database
 * there (`cloneTemplate`). Bundles the host that runs the journeys' servers, and puts the bundle's folder into
 * SERVER_FOLDER.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const [bundle, cluster] = await Promise.all([bundleServer(), startCluster()]);
  process.env.SERVER_FOLDER = bundle.folder;
  process.env.CLUSTER_URL = cluster.url;
  return async () => {
    await cluster.stop();
    await bundle.remove();
  };
}
