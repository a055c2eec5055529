# For install-tools.sh: `make_part` makes each part of the tools folder in the same way. Expects the folders `tools` and `here`.

# make_part NAME WHAT PROGRAMS [FILE...]: has the function make_NAME make $tools/NAME with these programs of the machine, where it is missing or was
# made by another make_NAME or from other FILEs. The function runs in $tools. A part without a stamp is half made, or older than stamps.
make_part() {
  local name=$1 what=$2 programs=$3 maker missing=()
  shift 3
  maker=make_${name//-/_}
  local stamp="$tools/made/$name" files=("${@/#/$here/}") made_from
  made_from=$({ declare -f "$maker" && cat /dev/null "${files[@]}"; } | cksum)
  if [ -e "$tools/$name" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$made_from" ]; then return; fi
  for program in $programs; do command -v "$program" >/dev/null || missing+=("$program"); done
  if [ ${#missing[@]} -gt 0 ]; then
    echo "Live tests need $what, which is installed by: ${missing[*]}. Install these first." >&2
    exit 1
  fi
  echo "Installing $what into $tools"
  rm -rf "${stamp:?}" "${tools:?}/$name"
  mkdir -p "$tools/made"
  (cd "$tools" && "$maker")
  if [ -e "$tools/$name" ]; then echo "$made_from" >"$stamp"; fi
}

# With exact versions only: without one, npm of an older Node takes a package of years ago.
npm_install() {
  npm install --prefix "$tools/$1" --no-audit --no-fund --silent "${@:2}"
}

pip_install() {
  python3 -m venv "$tools/$1"
  "$tools/$1/bin/pip" install --quiet --disable-pip-version-check "${@:2}"
}
