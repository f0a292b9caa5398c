/// Hash of the generator's output for the models of its tests. Files of an earlier revision are
/// generated again. A test verifies it; `EVALRUN_REGENERATE=1` updates it.
package let generatorRevision = "f377aaa13b484c4e29b134624b4edfbf"
