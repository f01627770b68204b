import { startCluster } from '#server/testing/cluster.ts';
import { bundleServer } from './server-bundle.ts';

/**
 * Starts one throwaway Postgres for the run and puts its address into CLUSTER_URL. Each journey clones its database
 * there (`cloneTemplate`). Bundles the server that each journey starts, and puts its path into SERVER_FILE.
 */
export default async function setup(): Promise<() => Promise<void>> {
  process.env.SERVER_FILE = await bundleServer();
  const cluster = await startCluster();
  process.env.CLUSTER_URL = cluster.url;
  return cluster.stop;
}
