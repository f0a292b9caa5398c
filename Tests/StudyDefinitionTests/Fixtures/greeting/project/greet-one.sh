# Greets the person named $1.
greet_one() {
    : # TODO
}
