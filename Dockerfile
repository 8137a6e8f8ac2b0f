# syntax=docker/dockerfile:1
# The images of the server (the default) and of the demo: `strand`, the built client, and Node with the packages of the
# renderers. They run as an ordinary user and need a writable /data and /tmp only.
#
#   docker build --build-arg VERSION=v0.1.0 --build-arg REVISION=$(git rev-parse HEAD) --sbom=true -t strand .
#   docker build --target demo -t strand-demo .

FROM docker.io/library/node:24.21.0-bookworm-slim AS node

FROM docker.io/library/golang:1.26.8-bookworm AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && \
    ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
WORKDIR /src
# Dependencies first, so that a change of the code does not download them again. The stamp tells make that the packages
# are installed.
COPY go.mod go.sum ./
COPY internal/jsoniterator internal/jsoniterator
RUN go mod download
COPY package.json package-lock.json .npmrc ./
RUN npm ci --loglevel=error && touch node_modules/.stamp
COPY . .
ARG VERSION=v0.0.0
ARG REVISION=unknown
RUN make package VERSION="$VERSION" REVISION="$REVISION"
# Mount points belong to the user of the server.
RUN mkdir -p bin/root/data

FROM build AS build-demo
ARG VERSION=v0.0.0
ARG REVISION=unknown
RUN make demo-package VERSION="$VERSION" REVISION="$REVISION"

# C and C++ libraries for Node; neither a shell nor a package manager.
FROM gcr.io/distroless/cc-debian12:nonroot AS runtime
COPY --from=build /src/bin/package /app
COPY --from=build --chown=65532:65532 /src/bin/root/data /data
WORKDIR /app
ENV STRAND_DATA_DIR=/data \
    STRAND_CLIENT_DIR=/app/client/dist \
    STRAND_ADMIN_ADDR=:9090 \
    STRAND_LOG_FORMAT=json
USER 65532:65532
VOLUME /data
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["/app/strand", "check", "--ready"]
ARG VERSION=v0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Strand" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"

# The websites with the sample systems and the sample content, whose accounts and passwords are published.
FROM runtime AS demo
COPY --from=build-demo /src/bin/demo-package /app
# Translations are written into the content, which becomes a volume.
COPY --from=build-demo --chown=65532:65532 /src/demo/content /app/demo/content
VOLUME /app/demo/content
# A port of a container is published from all its addresses.
ENV STRAND_CONTENT_DIR=/app/demo/content \
    STRAND_EMBEDDED_IDENTITY_LISTEN=:8091
EXPOSE 8091
LABEL org.opencontainers.image.description="Strand with sample systems and sample content, for trying out"
ENTRYPOINT ["/app/strand-demo"]
CMD ["serve"]

FROM runtime AS server
# Longer than the checks of usual load balancers, such as every 3 s with three failures.
ENV STRAND_PRODUCTION=true \
    STRAND_DRAIN_DELAY=10s
LABEL org.opencontainers.image.description="The server of websites, customer portal and editor area"
ENTRYPOINT ["/app/strand"]
CMD ["serve"]
