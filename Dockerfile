# codeweaver in a container. Build it with: docker build -t codeweaver .
#   MCP over stdio, for an agent:
#     docker run --rm -i -v "$PWD":/project:ro -v codeweaver-index:/index codeweaver
#   The web page, the HTTP API and /mcp on port 9328 (the second command prints the token):
#     docker run -d --name codeweaver -p 127.0.0.1:9328:9328 -v "$PWD":/project:ro -v codeweaver-index:/index codeweaver server
#     docker exec codeweaver cat /index/token
# SPDX-License-Identifier: MIT OR Apache-2.0
FROM debian:bookworm-slim AS build
WORKDIR /src
COPY . .
RUN scripts/setup build \
 && apt-get install -y --no-install-recommends dpkg-dev npm python3 python3-venv \
 && cmake --preset release -DCODEWEAVER_TESTS=OFF -DCODEWEAVER_EXAMPLES=OFF -DCODEWEAVER_BENCHMARKS=OFF -DCODEWEAVER_C=OFF -DCODEWEAVER_PAGE=ON \
 && cmake --build build/release --target codeweaver_cli \
 && scripts/package --out /packages deb

FROM debian:bookworm-slim
COPY --from=build /packages/*.deb /tmp/
COPY scripts/container_health /usr/local/bin/
RUN apt-get update \
 && apt-get install -y --no-install-recommends /tmp/codeweaver_*.deb ca-certificates git \
 && rm -rf /tmp/*.deb /var/lib/apt/lists/* \
 && useradd --create-home --uid 1000 codeweaver \
 && git config --system --add safe.directory '*' \
 && mkdir /index && chown codeweaver /index
USER codeweaver
ENV XDG_DATA_HOME=/index
# The server listens on all addresses of the container, so it requires a token. Its first start creates one.
ENV CODEWEAVER_SERVER_HOST=0.0.0.0
ENV CODEWEAVER_SERVER_TOKEN_FILE=/index/token
ENV CODEWEAVER_SERVER_OPEN_PROBES=true
ENV CODEWEAVER_SERVER_PROJECT_ROOTS=/project
EXPOSE 9328
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["container_health"]
VOLUME /index
WORKDIR /project
ENTRYPOINT ["codeweaver"]
CMD ["mcp"]
