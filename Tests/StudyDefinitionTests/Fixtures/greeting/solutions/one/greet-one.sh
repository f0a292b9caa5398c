# Greets the person named $1.
greet_one() {
    if [ -z "$1" ]; then return 2; fi
    printf 'Hello, %s!\n' "$1"
}
