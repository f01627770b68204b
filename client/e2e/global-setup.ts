import { startCluster } from '#server/testing/cluster.ts';

/**
 * Starts one throwaway Postgres for the run and puts its address into CLUSTER_URL. Each journey clones its database
 * there (`cloneTemplate`).
 */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  process.env.CLUSTER_URL = cluster.url;
  return cluster.stop;
}
