// Shows what is pushed, opens what is tapped, and has a page for when there is no network. It caches no page.
// Why: docs/decisions/push.md.

const offline = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ching: no connection</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body,main{display:grid;place-content:center;justify-items:center;gap:12px}body{min-height:100dvh;margin:0;padding:16px;
box-sizing:border-box;text-align:center;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f6f4ef,#0c1016);
color:light-dark(#1a2230,#eef2f7)}h1,p{margin:0}h1{font-size:1.5rem}a{display:grid;place-content:center;min-height:44px;
padding:0 20px;border-radius:12px;background:light-dark(#f0ad2b,#f4b740);color:#241a02;font-weight:600;text-decoration:none}</style>
<main><h1>No connection</h1><p>Ching cannot be reached. Nothing is lost.</p>
<a href="">Try Again</a></main></html>`;

/** The cache that stores the last version of each notice that was shown: numbers, and no page. */
const versions = 'versions';
const mostVersions = 100; // Chosen: more notices than a phone has at once

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  event.respondWith(fetch(event.request).catch(() => new Response(offline, { status: 503, headers })));
});

/** One message is shown after another, so that two of one version know of each other. */
let showing = Promise.resolve();

self.addEventListener('push', (event) => {
  const message = event.data.json();
  showing = showing.then(() => show(message)).catch(() => undefined);
  event.waitUntil(showing);
});

/** Shows a message. One that comes again, or after a later version, changes nothing and alerts nobody. */
async function show(message) {
  const [shown] = await self.registration.getNotifications({ tag: message.tag });
  const isOld = message.version <= (await versionOf(message.id));
  const { title, body, path } = isOld && shown ? { title: shown.title, body: shown.body, ...shown.data } : message;
  const isNews = message.isNews && !isOld;
  const look = { body, tag: message.tag, data: { path }, icon: '/icon-192.png' };
  await self.registration.showNotification(title, { ...look, renotify: isNews, silent: !isNews });
  if (!isOld) await storeVersion(message);
}

async function versionOf(id) {
  const stored = await (await caches.open(versions)).match(`/${id}`);
  return stored ? Number(await stored.text()) : 0;
}

async function storeVersion({ id, version }) {
  const cache = await caches.open(versions);
  await cache.put(`/${id}`, new Response(String(version)));
  for (const oldest of (await cache.keys()).slice(0, -mostVersions)) await cache.delete(oldest);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});

/** Opens a page of this site in a window that is open, or in a new one. A path that leads elsewhere opens the start. */
async function openPage(path) {
  const wanted = new URL(path, self.location.origin);
  const url = wanted.origin === self.location.origin ? wanted.href : `${self.location.origin}/`;
  const windows = await self.clients.matchAll({ type: 'window' });
  const window = windows.find((open) => open.url === url) ?? windows[0];
  if (!window) return self.clients.openWindow(url);
  await Promise.all([window.focus(), window.url !== url && window.navigate(url)]);
}
