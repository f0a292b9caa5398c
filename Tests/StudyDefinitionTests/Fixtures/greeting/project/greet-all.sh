# Greets everyone in the file named $1.
greet_all() {
    : # TODO
}
