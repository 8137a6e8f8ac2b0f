# syntax=docker/dockerfile:1
# The image of the server: `strand`, the built client, and Node with the packages of the renderers. It runs as an ordinary
# user and needs a writable /data and /tmp only.
#
#   docker build --build-arg VERSION=v1.4.0 --build-arg REVISION=$(git rev-parse HEAD) --sbom=true -t strand .

FROM docker.io/library/node:24.21.0-bookworm-slim AS node

FROM docker.io/library/golang:1.26.8-bookworm AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && \
    ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
WORKDIR /src
# Dependencies first, so that a change of the code does not download them again.
COPY go.mod go.sum ./
COPY internal/jsoniterator internal/jsoniterator
RUN go mod download
COPY package.json package-lock.json .npmrc ./
RUN npm ci --loglevel=error
COPY . .
ARG VERSION=v0.0.0
ARG REVISION=unknown
RUN make package VERSION="$VERSION" REVISION="$REVISION"
RUN npm ci --prefix bin/package --omit=dev --loglevel=error
# Mount points belong to the user of the server.
RUN mkdir -p bin/root/data

# C and C++ libraries for Node; neither a shell nor a package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /src/bin/package /app
COPY --from=build --chown=65532:65532 /src/bin/root/data /data
WORKDIR /app
ENV STRAND_PRODUCTION=true \
    STRAND_DATA_DIR=/data \
    STRAND_CLIENT_DIR=/app/client/dist \
    STRAND_ADMIN_ADDR=:9090 \
    STRAND_LOG_FORMAT=json
USER 65532:65532
VOLUME /data
EXPOSE 8080 9090
ENTRYPOINT ["/app/strand"]
CMD ["serve"]
