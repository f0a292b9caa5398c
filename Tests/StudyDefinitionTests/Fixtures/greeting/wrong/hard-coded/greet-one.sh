greet_one() {
    echo "Hello, Ada!"
}
