/// The hash of what the generator makes of the models of its own tests: files of an earlier revision
/// are made again. A test keeps it right; with `EVALRUN_REGENERATE=1` it is written.
package let generatorRevision = "4a9d4600a3d0548f62feb86e54da4757"
