/// Hash of the generator's output for the models of its tests. Files of an earlier revision are
/// generated again. A test verifies it; `EVALRUN_REGENERATE=1` updates it.
package let generatorRevision = "f8efbb5327e1c2b2e459f5e868c080d9"
