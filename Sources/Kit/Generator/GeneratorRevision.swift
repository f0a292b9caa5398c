/// The hash of what the generator makes of the models of its own tests: files of an earlier revision
/// are made again. A test keeps it right; with `EVALRUN_REGENERATE=1` it is written.
package let generatorRevision = "6192cde8ac7c7401c1a6e0e39f66ad5d"
