greet_one() {
    while :; do :; done
}
