/// The hash of what the generator makes of the models of its own tests: files of an earlier revision
/// are made again. A test keeps it right; with `EVALRUN_REGENERATE=1` it is written.
package let generatorRevision = "ca4879d827a3e084c830b9eaf5517461"
