greet_one() {
    printf "Hello, %s!\n" "$1"
}
