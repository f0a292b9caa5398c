/// The hash of what the generator makes of the models of its own tests: files of an earlier revision
/// are made again. A test keeps it right; with `EVALRUN_REGENERATE=1` it is written.
package let generatorRevision = "02d69a730a9d3927276cc54477fe5b1e"
