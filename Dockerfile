# codeweaver in a container: docker build -t codeweaver . ; docker run --rm -i -v "$PWD":/project codeweaver
# SPDX-License-Identifier: MIT OR Apache-2.0
FROM debian:bookworm-slim AS build
WORKDIR /src
COPY . .
RUN scripts/setup build \
 && apt-get install -y --no-install-recommends dpkg-dev python3 python3-venv \
 && cmake --preset release -DCODEWEAVER_TESTS=OFF -DCODEWEAVER_EXAMPLES=OFF -DCODEWEAVER_BENCHMARKS=OFF -DCODEWEAVER_C=OFF \
 && cmake --build build/release --target codeweaver_cli \
 && scripts/package --out /packages deb

FROM debian:bookworm-slim
COPY --from=build /packages/*.deb /tmp/
RUN apt-get update \
 && apt-get install -y --no-install-recommends /tmp/codeweaver_*.deb ca-certificates git \
 && rm -rf /tmp/*.deb /var/lib/apt/lists/* \
 && useradd --create-home --uid 1000 codeweaver \
 && git config --system --add safe.directory '*' \
 && mkdir /index && chown codeweaver /index
USER codeweaver
ENV XDG_DATA_HOME=/index
VOLUME /index
WORKDIR /project
ENTRYPOINT ["codeweaver"]
CMD ["mcp"]
