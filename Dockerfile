# Two stages: the first installs the packages, the second has only what is needed to run.
FROM python:3.11-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/ofcapi
COPY Makefile requirements.txt ./
RUN make .venv/run

FROM python:3.11-slim-bookworm
RUN useradd --system --create-home --uid 10001 ofcapi
WORKDIR /srv/ofcapi
COPY --from=build /srv/ofcapi/.venv .venv
COPY app.py gunicorn.conf.py openapi.yaml ./
COPY ofcapi ofcapi
# Numba caches compiled loops per processor type. Without a fixed type, an image built on one
# machine would compile again on another.
ARG TARGETARCH
ENV HOST=0.0.0.0 PORT=8000
RUN if [ "${TARGETARCH:-amd64}" = amd64 ]; then echo x86-64-v3; else echo generic; fi > cpu \
    && mkdir compiled \
    && NUMBA_CACHE_DIR=/srv/ofcapi/compiled NUMBA_CPU_NAME=$(cat cpu) \
      .venv/bin/python -c "from ofcapi.engine.warm_up import warm_up; warm_up()"
USER ofcapi
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD .venv/bin/python -c "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/readyz', timeout=2)"
# Numba uses compiled loops only from a folder that it can write to. They are copied to /tmp, so
# that everything else can be mounted read-only.
CMD ["sh", "-c", "cp -R compiled/. /tmp/compiled && NUMBA_CACHE_DIR=/tmp/compiled NUMBA_CPU_NAME=$(cat cpu) exec .venv/bin/gunicorn app:app"]
