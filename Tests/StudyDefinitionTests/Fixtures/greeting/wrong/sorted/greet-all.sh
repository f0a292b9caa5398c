greet_all() {
    sort -u -- "$1" | while IFS= read -r name; do
        if [ -n "$name" ]; then greet_one "$name"; fi
    done
}
