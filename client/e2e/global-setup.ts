import { startCluster } from '#server/testing/cluster.ts';

/** One throwaway Postgres for the run, its address in CLUSTER_URL: a journey clones its database from there (`cloneTemplate`). */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  process.env.CLUSTER_URL = cluster.url;
  return cluster.stop;
}
