#!/bin/sh
# greet.sh NAME          greets one person
# greet.sh --all FILE    greets everyone in FILE, one name on a line; "-" is standard input
set -eu
here=$(dirname "$0")
. "$here/greet-one.sh"
. "$here/greet-all.sh"
case "${1-}" in
    --all) greet_all "${2--}" ;;
    *) greet_one "${1-}" ;;
esac
